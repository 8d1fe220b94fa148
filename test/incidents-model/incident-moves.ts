import assert from 'node:assert/strict'
import { describe } from './compare.ts'
import { groups } from './first-world.ts'
import { approvalEffect, approve, reject } from './decisions.ts'
import { managersAbove } from './evaluation.ts'
import { heldAccounts, heldPeople, openIncident } from './pending-facts.ts'
import { DAY, type Movement, type World } from './world.ts'
import { reach, type Session, userId } from './session.ts'

/** The incident that is open, with what it shows of its effect, which must be what the model expects. */
export async function look(
  session: Session,
  source: string,
  some: ReadonlySet<string> | null,
): Promise<{ id: string; digest: string; people: Set<string> } | null> {
  const { world, product } = session
  const incident = openIncident(world, source)
  if (incident === undefined) return null
  const id =
    session.state.incidents.findLast((each) => each.source === source && each.closed_as === null)
      ?.id ?? ''
  const people = new Set(
    [...heldPeople(world, source)].filter((person) => some?.has(person) ?? true),
  )
  if (people.size === 0) return null
  const filter =
    some === null
      ? ''
      : `&filter[user]=${[...people].map((person) => userId(session, person)).join()}`
  const answer = await product.call(
    'GET',
    `/policy/incidents/${id}/effects?page[size]=500${filter}`,
  )
  assert.equal(answer.status, 200, answer.text)
  const rows = answer.body.data
    .map(
      (row: ShownEffect) =>
        `${name(row.ruleset_name)} ${row.directory_user.id} ${access(row.before)} → ${access(row.after)}`,
    )
    .sort()
  const { effect } = approvalEffect(world, source, people)
  assert.deepEqual(rows, effectLines(session, effect), 'the effect of an approval')
  const outside = effect.filter(({ person }) => !isNear(world, people, person))
  assert.deepEqual(outside, [], 'only people who are held, and those below them, are affected')
  if (some === null)
    session.shown = {
      id,
      digest: answer.body.meta.digest,
      pending: pendingOf(world, people),
      lines: rows,
      at: world.now,
    }
  reach(session, 'effect shown')
  return { id, digest: answer.body.meta.digest, people }
}

/** Whether a person is one of these, or has one of them as parent or as a manager above. */
function isNear(world: World, people: ReadonlySet<string>, person: string): boolean {
  const parent = world.people.get(person)?.parent ?? person
  return [person, parent].some(
    (each) => people.has(each) || managersAbove(world, each).some((above) => people.has(above)),
  )
}

/** What is pending of each of these people, in all their accounts. */
function pendingOf(world: World, people: ReadonlySet<string>): Map<string, string> {
  const held = heldAccounts(world, world.primary).filter(({ person }) => people.has(person))
  return new Map(
    [...Map.groupBy(held, ({ person }) => person)].map(([person, accounts]) => [
      person,
      accounts.map(({ vendorId, pending }) => `${vendorId} ${describe(pending)}`).join(),
    ]),
  )
}

/**
 * Approves an incident as it was shown some moves ago. People who joined, or whose pending facts have changed, stay
 * held; if the effect for the others is unchanged, it is applied.
 */
export async function approveLate(session: Session, source: string): Promise<void> {
  const { world, product, shown } = session
  if (shown === null) return
  const now = pendingOf(world, heldPeople(world, source))
  const rest = new Set(
    [...shown.pending]
      .filter(([person, facts]) => now.get(person) === facts)
      .map(([person]) => person),
  )
  if (rest.size === 0) return
  const lines = effectLines(session, approvalEffect(world, source, rest).effect)
  const body = { digest: shown.digest, reason: 'Looked at a while ago' }
  const answer = await product.call('POST', `/policy/incidents/${shown.id}/approve`, body)
  session.shown = null
  const isSame = rest.size === shown.pending.size && lines.join() === shown.lines.join()
  if (answer.status === 200) {
    assert.deepEqual(
      lines.filter((line) => !shown.lines.includes(line)),
      [],
      'nothing that was not shown',
    )
    const own = [...rest].map((person) => userId(session, person))
    assert.deepEqual(
      shown.lines.filter((line) => own.some((id) => line.includes(id)) && !lines.includes(line)),
      [],
      'what was shown of the people who are accepted',
    )
    approve(world, source, rest)
    reach(session, rest.size < shown.pending.size ? 'late approval of the rest' : 'late approval')
    return
  }
  assert.ok(answer.status === 409 || answer.status === 422, answer.text)
  // What was shown lasts as long as a plan.
  const isOld = world.now - shown.at >= DAY
  if (isOpen(session, shown.id)) assert.ok(isOld || !isSame, answer.text)
  reach(session, 'late approval refused')
}

const isOpen = ({ state }: Session, id: string): boolean =>
  state.incidents.some((each) => each.id === id && each.closed_as === null)

type ShownAccess = { role: string; expires_at: string | null } | null

type ShownEffect = {
  ruleset_name: string
  directory_user: { id: string }
  before: ShownAccess
  after: ShownAccess
}

const name = (ruleset: string): string =>
  groups.some((group) => group === ruleset) ? ruleset : `attribute ${ruleset}`

const access = (shown: ShownAccess): string =>
  shown === null ? 'nothing' : `${shown.role}${shown.expires_at === null ? '' : ' ending'}`

const status = (each: Movement['from']): string =>
  each === null ? 'nothing' : `${each.role}${each.end === null ? '' : ' ending'}`

function effectLines(session: Session, effect: readonly Movement[]): string[] {
  return effect
    .map(
      ({ ruleset, person, from, to }) =>
        `${ruleset} ${userId(session, person)} ${status(from)} → ${status(to)}`,
    )
    .sort()
}

export async function decide(
  session: Session,
  source: string,
  verb: 'approve' | 'reject',
  some: ReadonlySet<string> | null,
  server: number,
): Promise<void> {
  const { world, product } = session
  product.use(server)
  const seen = await look(session, source, some)
  if (seen === null) return
  const body = {
    digest: seen.digest,
    reason: 'Looked at',
    ...(some === null ? {} : { users: [...seen.people].map((person) => userId(session, person)) }),
  }
  const answer = await product.call('POST', `/policy/incidents/${seen.id}/${verb}`, body)
  assert.equal(answer.status, 200, answer.text)
  reach(session, `${verb} ${some === null ? 'all' : 'some'}`)
  if (verb === 'approve') approve(world, source, seen.people)
  else reject(world, source, seen.people)
}
