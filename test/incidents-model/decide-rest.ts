import { onCycle, readKeys } from './evaluation.ts'
import { hold, type RunOutcome, whoIsHeld } from './hold.ts'
import { exceeded } from './judging.ts'
import { record, type Step } from './movements.ts'
import { accept, heldPeople, openIncident, sameFacts } from './pending-facts.ts'
import { settle } from './stays.ts'
import { type Account, accountId, copy, type Facts, type World, type Excess } from './world.ts'

export function decideRest(
  world: World,
  source: string,
  targets: Map<string, Facts>,
  { lost }: { lost: ReadonlySet<string> },
  outcome: RunOutcome,
): void {
  const keys = readKeys(world, source)
  waitWithTheirPeople(world, source, targets, outcome)
  const changed = [...targets].flatMap(([id, said]) => {
    const account = world.accounts.get(id)
    return account !== undefined && account.pending === null && changes(world, account, said)
      ? [{ id, person: account.person, said }]
      : []
  })
  for (const [id, said] of targets) {
    const account = world.accounts.get(id)
    if (
      account !== undefined &&
      account.pending === null &&
      account.accepted !== null &&
      sameFacts(account.accepted, said, keys)
    )
      account.accepted = structuredClone(said)
  }
  if (changed.length === 0) return
  const people = new Set(changed.map(({ person }) => person))
  const apply = (held: Set<string>): World => {
    const after = copy(world)
    for (const { id, person, said } of changed) {
      const account = after.accounts.get(id)
      if (account !== undefined && !held.has(person)) accept(after, account, said)
    }
    settle(after)
    return after
  }
  const step: Step = { by: source }
  const judge = (held: Set<string>): { after: World; excess: Excess[] } => {
    const after = apply(held)
    const holding = copy(after)
    for (const { id, person, said } of changed) {
      const account = holding.accounts.get(id)
      if (account !== undefined && held.has(person)) account.pending = structuredClone(said)
    }
    return { after, excess: exceeded(world, after, { step, holding }) }
  }
  let held = new Set(changed.flatMap(({ id, person }) => (lost.has(id) ? [person] : [])))
  let knowsCauses = false
  while (held.size < people.size) {
    const { after, excess } = judge(held)
    const cycles = withCycles(apply, held, people, outcome)
    if (excess.length === 0 && cycles.size === held.size) break
    const causing = knowsCauses ? people : whoIsHeld(world, after, excess, people)
    const wider = excess.length === 0 ? cycles : cycles.union(causing)
    knowsCauses ||= excess.length > 0
    held = wider.size > held.size ? wider : people
    if (held.size === people.size) outcome.reached.push('fallback')
  }
  const joins = openIncident(world, source) !== undefined
  const after = apply(held)
  record(world, after, step)
  for (const { id, person, said } of changed) {
    const account = after.accounts.get(id)
    if (account === undefined || !held.has(person)) continue
    hold(
      after,
      account,
      said,
      account.accepted?.state === 'active' && said.state !== 'active',
      outcome,
    )
    if (account.accepted === null) outcome.reached.push('new person held')
    if (joins && outcome.before.accounts.get(id)?.pending === null) outcome.reached.push('joined')
  }
  Object.assign(world, after)
}

/**
 * Whether facts are other ones than those accepted. Of an account that waits to replace another one nothing was read: its end
 * changes nothing, nor does what it says while its start is rejected.
 */
function changes(world: World, account: Account, said: Facts): boolean {
  const { accepted, rejected, source, vendorId } = account
  const isOwn = world.people.get(account.person)?.account === accountId(source, vendorId)
  const isUnread = said.state === 'deactivated' || rejected['state'] !== undefined
  if (accepted === null && !isOwn && isUnread) return false
  return !sameFacts(accepted, said, readKeys(world, source))
}

/** All facts of a source about a person who is held wait. */
function waitWithTheirPeople(
  world: World,
  source: string,
  targets: Map<string, Facts>,
  outcome: RunOutcome,
): void {
  const waiting = heldPeople(world, source)
  for (const [id, said] of targets) {
    const account = world.accounts.get(id)
    if (account === undefined || account.pending !== null || !waiting.has(account.person)) continue
    if (!changes(world, account, said)) continue
    hold(world, account, said, false, outcome)
    outcome.reached.push('other account waits')
  }
}

/**
 * Holds the people that the run changed and that are on a cycle of accepted and new manager edges, unless the source
 * itself has that cycle.
 */
function withCycles(
  apply: (held: Set<string>) => World,
  held: Set<string>,
  changed: Set<string>,
  outcome: RunOutcome,
): Set<string> {
  const all = new Set(held)
  for (;;) {
    const after = apply(all)
    const more = [...changed].filter(
      (person) =>
        !all.has(person) && onCycle(after, person) && !onCycle(outcome.wholeWorld, person),
    )
    if (more.length === 0) return all
    for (const person of more) all.add(person)
    outcome.reached.push('cycle')
  }
}
