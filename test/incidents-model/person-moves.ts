import { chosen, freshNumber, never } from './edits.ts'
import { managersAbove } from './evaluation.ts'
import { contractors, type Group } from './first-world.ts'
import { hour, type Move, type Some } from './moves.ts'
import { act, reach, rulesetId, type Session, userId } from './session.ts'
import type { Rule, World } from './world.ts'

export async function deactivate(session: Session, at: number): Promise<void> {
  await deactivatePerson(session, personAt(session.world, at))
}

/** A script that deactivates several people, each by an action of its own. */
export async function deactivateSeveral(session: Session, some: Some): Promise<void> {
  const { world } = session
  const people = chosen(peopleOf(world), some)
  for (const person of people) {
    await deactivatePerson(session, person)
  }
}

async function deactivatePerson(session: Session, person: string): Promise<void> {
  const { world, product } = session
  if (world.people.get(person)?.base === 'deactivated') return
  reachHeld(session, person)
  await act(session, {
    label: 'deactivation',
    step: { by: 'caller', named: withSecondaries(world, person), actsOn: person },
    mutate: (after) => {
      const own = after.people.get(person) ?? never()
      own.base = 'deactivated'
      own.byAdmin = true
    },
    send: () => product.call('POST', `/directory/users/${userId(session, person)}/deactivate`),
    applies: false,
  })
}

export async function activate(session: Session, at: number): Promise<void> {
  const { world, product } = session
  const candidates = [...world.people].filter(
    ([, { byAdmin, account }]) =>
      byAdmin && account !== null && world.accounts.get(account)?.accepted?.state === 'active',
  )
  const [person] = chosen(candidates, { from: at, count: 1 })[0] ?? []
  if (person === undefined) return
  await act(session, {
    label: 'activation',
    step: { by: 'caller', named: withSecondaries(world, person) },
    mutate: (after) => {
      const own = after.people.get(person) ?? never()
      own.base = 'active'
      own.byAdmin = false
    },
    send: () => product.call('POST', `/directory/users/${userId(session, person)}/activate`, {}),
    applies: false,
  })
}

export async function giveException(
  session: Session,
  { person: at, group, applies }: { person: number; group: Group; applies: boolean },
): Promise<void> {
  const { world, product } = session
  const person = personAt(world, at)
  reachHeld(session, person)
  const ruleset = await rulesetId(session, group)
  const endsAt = product.now() + 30 * hour
  const rule: Rule = {
    id: `exception ${freshNumber()}`,
    role: 'guest',
    priority: 100,
    graceDays: 0,
    conditions: [{ type: 'user', person }],
    endsAt,
  }
  await act(session, {
    label: 'exception',
    step: {
      by: 'caller',
      named: withSecondaries(world, person),
      actsOn: person,
      exceptionInto: group,
    },
    mutate: (after) => void after.rulesets.get(group)?.rules.push(rule),
    send: () =>
      product.call('POST', `/policy/rulesets/${ruleset}/exceptions`, {
        user_id: userId(session, person),
        role: 'guest',
        expires_at: new Date(endsAt).toISOString(),
        reason: 'Needs it',
      }),
    applies,
  })
}

/** Gives a person without a source another manager. */
export async function setManager(
  session: Session,
  { person: at, to, applies }: Extract<Move, { move: 'manager' }>,
): Promise<void> {
  const { world, product } = session
  const person = contractors[at % contractors.length] ?? never()
  if (person === to || managersAbove(world, to).includes(person)) return
  await act(session, {
    label: 'manager',
    step: { by: 'caller', named: withSecondaries(world, person) },
    mutate: (after) => void ((after.people.get(person) ?? never()).manager = to),
    send: () =>
      product.call('PATCH', `/directory/users/${userId(session, person)}`, {
        manager_id: userId(session, to),
      }),
    applies,
  })
}

const peopleOf = (world: World): string[] =>
  [...world.people.keys()].filter((id) => !['boss', 'deputy'].includes(id))

const personAt = (world: World, at: number): string =>
  chosen(peopleOf(world), { from: at, count: 1 })[0] ?? never()

const withSecondaries = (world: World, person: string): string[] => [
  person,
  ...[...world.people].filter(([, { parent }]) => parent === person).map(([id]) => id),
]

function reachHeld(session: Session, person: string): void {
  const accounts = [...session.world.accounts.values()]
  if (accounts.some((account) => account.person === person && account.pending !== null))
    reach(session, 'act on a held person')
}
