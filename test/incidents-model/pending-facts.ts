import { settle } from './stays.ts'
import { type Account, copy, type Facts, type Incident, type World } from './world.ts'

/** Writes accepted facts, and the state of the person whose leading account decides it. */
export function accept(world: World, account: Account, facts: Facts): void {
  const isNews = account.accepted?.state !== facts.state
  account.accepted = structuredClone(facts)
  const person = world.people.get(account.person)
  if (person === undefined || account.source !== world.primary) return
  const leading = leadingAccount(world, account.person, person.account)
  const follows = isNews || person.account !== leading.id
  person.account = leading.id
  if (follows && !person.byAdmin) person.base = leading.state
}

const ranks = { active: 0, suspended: 1, deactivated: 2 }

/** Not ended before ended, active before suspended, then the one that led before, then by id. */
function leadingAccount(world: World, person: string, before: string | null) {
  const [first] = [...world.accounts]
    .flatMap(([id, { source, person: owner, accepted }]) =>
      source === world.primary && owner === person && accepted !== null
        ? [{ id, state: accepted.state }]
        : [],
    )
    .sort(
      (a, b) =>
        ranks[a.state] - ranks[b.state] ||
        Number(b.id === before) - Number(a.id === before) ||
        (a.id < b.id ? -1 : 1),
    )
  if (first === undefined) throw new Error(`${person} has no account`)
  return first
}

export const heldAccounts = (world: World, source?: string): Account[] =>
  [...world.accounts.values()].filter(
    (account) => account.pending !== null && (source === undefined || account.source === source),
  )

export const heldPeople = (world: World, source?: string): Set<string> =>
  new Set(heldAccounts(world, source).map((account) => account.person))

/** The world as it would be with pending facts accepted. */
export function withPending(world: World, which: (account: Account) => boolean): World {
  const after = copy(world)
  for (const account of after.accounts.values())
    if (account.pending !== null && which(account)) accept(after, account, account.pending)
  settle(after)
  return after
}

export const openIncident = (world: World, source: string): Incident | undefined =>
  world.incidents.find((incident) => incident.source === source && incident.state === 'open')

export function closeIfEmpty(world: World, source: string, state: Incident['state']): void {
  const incident = openIncident(world, source)
  if (incident !== undefined && heldAccounts(world, source).length === 0) incident.state = state
}

export const sameFacts = (
  one: Facts | null,
  other: Facts | null,
  keys: Iterable<string>,
): boolean => [...keys].every((key) => valueOf(one, key) === valueOf(other, key))

export const valueOf = (facts: Facts | null, key: string): string | undefined =>
  facts === null ? undefined : key === 'state' ? facts.state : facts.values[key]

export const isEnded = (world: World, id: string): boolean =>
  world.accounts.get(id)?.accepted?.state !== 'active'

export function acceptPending(world: World, source: string, people: readonly string[]): void {
  for (const account of world.accounts.values()) {
    if (account.source !== source || account.pending === null || !people.includes(account.person))
      continue
    account.pending = null
    account.endHeld = false
  }
}
