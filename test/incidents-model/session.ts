import assert from 'node:assert/strict'
import { encodeId } from '../../src/contract/ids.ts'
import type { AccessOnRecord } from './access-on-record.ts'
import { withoutCycles } from './cycles.ts'
import { advance, change } from './decisions.ts'
import type { RunOutcome } from './hold.ts'
import { accountsOf, checkLeavers } from './leavers.ts'
import type { Step } from './movements.ts'
import { heldPeople } from './pending-facts.ts'
import { type Feed, primary, type Product, type ShownState } from './product.ts'
import { run } from './run.ts'
import { copy, type Excess, type World } from './world.ts'

/** An incident as it was shown: what it held of each person, and the lines of its effect. */
type Shown = {
  id: string
  digest: string
  pending: Map<string, string>
  lines: string[]
  at: number
}

export type Session = {
  product: Product
  world: World
  feeds: Record<string, Feed>
  normal: Record<string, Feed>
  /** Stays of the model by those of the product. */
  stayIds: Map<string, number>
  /** People without a source: model name by uuid. */
  local: Map<string, string>
  reached: Map<string, number>
  /** The incident as it was shown, for approvals that come late. */
  shown: Shown | null
  state: ShownState
  record: AccessOnRecord
}

export const cloneFeed = (feed: Feed): Feed => structuredClone(feed)

export const rowsOf = (feed: Feed) =>
  [...feed].map(([vendorId, { employeeId, status, values }]) => ({
    vendorId,
    employeeId,
    state: status === 'ACTIVE' ? ('active' as const) : ('suspended' as const),
    values,
  }))

export function reach(session: Session, what: string, times = 1): void {
  session.reached.set(what, (session.reached.get(what) ?? 0) + times)
}

/** The uuid of a person of the model. */
function uuidOf(session: Session, person: string): string {
  for (const [uuid] of session.state.people) if (personOf(session, uuid) === person) return uuid
  throw new Error(`nobody is ${person}`)
}

export const userId = (session: Session, person: string): string =>
  encodeId('directoryUser', uuidOf(session, person))

export function personOf({ world, state, local }: Session, uuid: string): string {
  const known = local.get(uuid)
  if (known !== undefined) return known
  const accounts = (state.people.get(uuid)?.accounts ?? []).filter((id) => id.startsWith(primary))
  const names = new Set(accounts.map((id) => world.accounts.get(id)?.person ?? `unknown ${id}`))
  return names.size === 1 ? [...names].join() : `person with ${[...names].join(' and ')}`
}

/** Sends the current facts of a source: all of them, or only these accounts. */
export async function send(
  session: Session,
  source: string,
  part: readonly string[] | 'all',
  server: number,
  readRows = rowsOf,
): Promise<RunOutcome> {
  const { product, world, feeds } = session
  const all = feeds[source] ?? new Map()
  const feed: Feed = part === 'all' ? all : new Map([...all].filter(([id]) => part.includes(id)))
  withoutCycles(world, source, feed)
  product.pass(60_000)
  advance(world, product.now())
  const before = await accountsOf(product, source)
  const wasHeld = heldPeople(world, source).size
  const outcome = await product.load(source, feed, part === 'all', server)
  const ran = { source, before, feed, isComplete: part === 'all' }
  const left = outcome.refused === undefined ? await checkLeavers(product, session.record, ran) : 0
  if (left > 0 && heldPeople(world, source).size > 0) reach(session, 'leaver beside an incident')
  const expected = run(world, source, readRows(feed), part === 'all')
  assert.equal(outcome.refused !== undefined, expected.failed)
  for (const what of new Set(expected.reached)) reach(session, what)
  if (heldPeople(world, source).size > 0) reach(session, 'run with an incident')
  if (wasHeld > 0 && heldPeople(world, source).size === 0) reach(session, 'all released')
  return expected
}

export function pass(session: Session, milliseconds: number): void {
  session.product.pass(milliseconds)
  advance(session.world, session.product.now())
}

/** Does a change of policy or an action on a person; it must be refused where the model refuses it. */
export async function act(
  session: Session,
  what: {
    step: Step
    mutate: (world: World) => void
    send: () => Promise<{ status: number; text: string; body: { id?: string } }>
    applies: boolean
    label: string
    /** What becomes of a change with a date, which is judged as if it began now. */
    later?: (world: World, approved: Excess[]) => void
  },
): Promise<void> {
  const carryOut = (step: Step, approved: Excess[]): void => {
    if (what.later === undefined) change(world, step, what.mutate)
    else what.later(world, approved)
  }
  const { world, product } = session
  const answer = await what.send()
  const result = change(copy(world), what.step, what.mutate)
  assert.equal(
    answer.status === 409,
    result.refused,
    `${what.label}: ${answer.status} ${answer.text.slice(0, 400)} ${JSON.stringify(result.excess)}`,
  )
  if (!result.refused) {
    assert.ok(answer.status < 300, answer.text)
    carryOut(what.step, [])
    reach(session, what.label)
    return
  }
  reach(session, `${what.label} beyond a limit`)
  if (!what.applies) return
  const [plan = ''] = /popln_\w{26}/.exec(answer.text) ?? []
  const applied = await product.call('POST', `/policy/plans/${plan}/apply`)
  assert.equal(applied.status, 200, applied.text)
  carryOut({ ...what.step, approved: true }, result.excess)
  reach(session, `${what.label} by a plan`)
}

/** The id of the ruleset of a group. */
export async function rulesetId({ product }: Session, name: string): Promise<string> {
  const { data } = (await product.call('GET', '/policy/rulesets?page[size]=500')).body
  return data.find(
    (each: { policy_resource: { name: string } }) => each.policy_resource.name === name,
  ).id
}
