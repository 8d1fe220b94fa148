import assert from 'node:assert/strict'
import { encodeId } from '../../src/contract/ids.ts'
import {
  accountId,
  advance,
  approvalEffect,
  approve,
  change,
  copy,
  DAY,
  emptyWorld,
  heldAccounts,
  heldPeople,
  managersAbove,
  openIncident,
  reject,
  run,
  settle,
  type Limits,
  type Movement,
  type Rule,
  type RunOutcome,
  type Step,
  type World,
} from './model.ts'
import {
  applyPolicyFile,
  connectSources,
  later,
  primary,
  readState,
  second,
  setLimits,
  type Feed,
  type FeedAccount,
  type Product,
  type ShownState,
} from './product.ts'

const limits: Limits = {
  lose: { percent: 25, people: 3 },
  gain: { percent: 50, people: 4 },
  role: { percent: 25, people: 3 },
  account: { percent: 20, people: 4 },
  overall: { percent: 30, people: 9 },
  named: 50,
}
const none = { percent: 100, people: 1000 }
const unlimited: Limits = {
  lose: none,
  gain: none,
  role: none,
  account: none,
  overall: none,
  named: 1000,
}

export const groups = ['sellers', 'legal', 'team', 'direct', 'vault', 'levels'] as const
export type Group = (typeof groups)[number]

const policy = `
dimensions:
  - { handle: department, name: Department, integration: okta, profile_key: department, attributes_enabled: true }
rulesets:
  - resource: { type: codehost_group, integration: okta, vendor_id: sellers }
    state: managed
    rules:
      - { key: sellers, role: developer, state: active, priority: 10, conditions: [{ type: attribute, dimension: department, value: Sales }] }
  - resource: { type: codehost_group, integration: okta, vendor_id: legal }
    state: managed
    rules:
      - { key: leads, role: owner, state: active, priority: 1, expires_after_days: 0, conditions: [{ type: identity, profile_key: department, operator: equals, value: Legal }, { type: identity, profile_key: title, operator: equals, value: lead }] }
      - { key: lawyers, role: guest, state: active, priority: 10, expires_after_days: 7, conditions: [{ type: identity, profile_key: department, operator: equals, value: Legal }] }
  - resource: { type: codehost_group, integration: okta, vendor_id: team }
    state: managed
    rules:
      - { key: team, role: developer, state: active, priority: 10, conditions: [{ type: all_reports_of, email: boss@example.com }] }
  - resource: { type: codehost_group, integration: okta, vendor_id: direct }
    state: managed
    rules:
      - { key: direct, role: developer, state: active, priority: 10, expires_after_days: 2, conditions: [{ type: direct_reports_of, email: m2@example.com }] }
  - resource: { type: codehost_group, integration: okta, vendor_id: vault }
    state: managed
    rules:
      - { key: vault, role: developer, state: active, priority: 10, conditions: [{ type: identity, profile_key: title, operator: equals, value: lead }] }
  - resource: { type: codehost_group, integration: okta, vendor_id: levels }
    state: managed
    rules:
      - { key: levels, role: developer, state: active, priority: 10, conditions: [{ type: identity, integration: second, profile_key: level, operator: equals, value: high }] }
`

const value = (key: string, wanted: string, source = primary) => ({
  type: 'value' as const,
  source,
  key,
  values: [wanted],
})

const rule = (
  id: string,
  role: string,
  conditions: Rule['conditions'],
  graceDays = 0,
  priority = 10,
): Rule => ({ id, role, priority, graceDays, conditions, endsAt: null })

function modelRules(): Record<Group, Rule[]> {
  return {
    sellers: [rule('sellers', 'developer', [{ type: 'attribute', attribute: 'Sales' }])],
    legal: [
      rule('leads', 'owner', [value('department', 'Legal'), value('title', 'lead')], 0, 1),
      rule('lawyers', 'guest', [value('department', 'Legal')], 7),
    ],
    team: [rule('team', 'developer', [{ type: 'reports', manager: 'boss', all: true }])],
    direct: [rule('direct', 'developer', [{ type: 'reports', manager: 'm2', all: false }], 2)],
    vault: [rule('vault', 'developer', [value('title', 'lead')])],
    levels: [rule('levels', 'developer', [value('level', 'high', second)])],
  }
}

const number = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(2, '0')}`)

function firstFeeds(): Record<string, Feed> {
  const people: Feed = new Map()
  const add = (id: string, values: Record<string, string>): void =>
    void people.set(id, { employeeId: id, status: 'ACTIVE', values })
  add('boss', { title: 'chief' })
  add('deputy', { title: 'chief' })
  add('m1', { manager: 'boss', department: 'Ops', title: 'lead' })
  add('m2', { manager: 'deputy', department: 'Ops', title: 'lead' })
  const sellers = number('s', 12)
  const lawyers = number('l', 10)
  for (const [at, id] of sellers.entries())
    add(id, { manager: 'm1', department: 'Sales', title: at < 2 ? 'lead' : 'staff' })
  for (const [at, id] of lawyers.entries())
    add(id, { manager: 'm2', department: 'Legal', title: at < 2 ? 'lead' : 'staff' })
  for (const id of number('o', 4)) add(id, { manager: 'deputy', department: 'Ops', title: 'staff' })
  add('adm1', { department: 'Sales', title: 'admin' })
  add('adm2', { department: 'Legal', title: 'admin' })
  const levels: Feed = new Map(
    [...sellers, ...lawyers].map((id) => [
      `x-${id}`,
      {
        employeeId: id,
        status: 'ACTIVE',
        values: { level: id.startsWith('s') ? 'high' : 'low' },
      } satisfies FeedAccount,
    ]),
  )
  return { [primary]: people, [second]: levels }
}

/** An incident as it was shown: what it held of each person, and the lines of its effect. */
type Shown = {
  id: string
  digest: string
  pending: Map<string, string>
  lines: string[]
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
}

export const cloneFeed = (feed: Feed): Feed => structuredClone(feed)
const rowsOf = (feed: Feed) =>
  [...feed].map(([vendorId, { employeeId, status, values }]) => ({
    vendorId,
    employeeId,
    state: status === 'ACTIVE' ? ('active' as const) : ('suspended' as const),
    values,
  }))

/** The first people, with the policy, a day after both began. */
export async function startSession(product: Product): Promise<Session> {
  product.pass(DAY)
  await product.empty()
  await connectSources(product, groups)
  const feeds = firstFeeds()
  await setLimits(product, limits)
  const world = emptyWorld(product.now(), primary, 'department', unlimited)
  for (const source of [primary, second]) {
    const feed = feeds[source] ?? new Map()
    const outcome = await product.load(source, feed, true, 0)
    assert.equal(outcome.refused, undefined)
    run(world, source, rowsOf(feed), true)
  }
  await applyPolicyFile(product, policy)
  await product.servers[0]?.query(
    "update ruleset set is_sensitive = true where resource_id = (select id from resource where name = 'vault')",
  )
  for (const [name, rules] of Object.entries(modelRules()))
    world.rulesets.set(name, {
      isSensitive: name === 'vault',
      isAttribute: false,
      rules,
      firstEnteredAt: null,
    })
  settle(world)
  const session: Session = {
    product,
    world,
    feeds,
    normal: {
      [primary]: cloneFeed(feeds[primary] ?? new Map()),
      [second]: cloneFeed(feeds[second] ?? new Map()),
    },
    stayIds: new Map(),
    local: new Map(),
    reached: new Map(),
    shown: null,
    state: await readState(product),
  }
  for (const [admin, parent] of [
    ['adm1', 's01'],
    ['adm2', 'l05'],
  ] as const) {
    const answer = await product.call('PATCH', `/directory/users/${userId(session, admin)}`, {
      parent_user_id: userId(session, parent),
    })
    assert.equal(answer.status, 200, answer.text)
    const person = world.people.get(admin)
    if (person !== undefined) person.parent = parent
  }
  settle(world)
  product.pass(later)
  advance(world, world.now + later)
  world.ledger = []
  world.ends = []
  world.incidents = []
  world.limits = structuredClone(limits)
  await compare(session, 'at first')
  return session
}

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

const iso = (at: number | null): string =>
  at === null ? '' : ` until ${new Date(at).toISOString()}`

/** Compares everything that is stored with the model. */
export async function compare(session: Session, after: string): Promise<void> {
  const { world, product, stayIds } = session
  const state = await readState(product)
  session.state = state
  const shown = {
    held: state.held
      .map(({ source, vendorId, state: accountState, values }) =>
        [
          accountId(source, vendorId),
          accountState === 'deactivated' ? accountState : describe({ state: accountState, values }),
        ].join(' '),
      )
      .sort(),
    incidents: state.incidents.map(({ source, closed_as }) => `${source} ${closed_as ?? 'open'}`),
    accepted: [...world.accounts]
      .filter(([, { accepted }]) => accepted !== null)
      .map(([id]) => `${id} ${describeStored(state.accepted[id])}`)
      .sort(),
    stays: state.stays
      .map(
        ({ ruleset, person, role, expires_at }) =>
          `${ruleset} ${personOf(session, person)} ${role}${iso(expires_at)}`,
      )
      .sort(),
    people: [...state.people.values()]
      .map(({ uuid, state: base }) => `${personOf(session, uuid)} ${base}`)
      .sort(),
  }
  const expected = {
    held: heldAccounts(world)
      .map(({ source, vendorId, pending }) =>
        [
          accountId(source, vendorId),
          pending?.state === 'deactivated' ? pending.state : describe(pending),
        ].join(' '),
      )
      .sort(),
    incidents: world.incidents.map(({ source, state: incident }) => `${source} ${incident}`),
    accepted: [...world.accounts]
      .filter(([, { accepted }]) => accepted !== null)
      .map(
        ([id, { accepted }]) =>
          `${id} ${accepted?.state === 'deactivated' ? 'deactivated' : describe(accepted)}`,
      )
      .sort(),
    stays: [...world.stays.values()]
      .map(({ ruleset, person, role, endsAt }) => `${ruleset} ${person} ${role}${iso(endsAt)}`)
      .sort(),
    people: [...world.people].map(([name, { base }]) => `${name} ${base}`).sort(),
  }
  for (const part of ['incidents', 'held', 'people', 'accepted', 'stays'] as const)
    assert.deepEqual(shown[part], expected[part], `${part} after ${after}`)
  for (const stay of state.stays) {
    const own = world.stays.get(`${stay.ruleset}|${personOf(session, stay.person)}`)?.id
    const known = stayIds.get(stay.id)
    if (known === undefined && own !== undefined) {
      assert.ok(
        ![...stayIds.values()].includes(own),
        `a new stay in place of one that lasts: ${stay.ruleset} ${personOf(session, stay.person)} after ${after}`,
      )
      stayIds.set(stay.id, own)
    } else
      assert.equal(
        known,
        own,
        `another stay of ${personOf(session, stay.person)} in ${stay.ruleset} after ${after}`,
      )
  }
}

function describe(facts: { state: string; values: Record<string, string> } | null): string {
  if (facts === null) return 'none'
  return [
    facts.state,
    ...Object.entries(facts.values)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => `${key}=${each}`),
  ].join(' ')
}

function describeStored(text: string | undefined): string {
  const { state = '', ...values }: Record<string, string> = JSON.parse(text ?? '{}')
  return state === 'deactivated' ? state : describe({ state, values })
}

// ---- Moves

/** Sends the current facts of a source: all of them, or only these accounts. */
export async function send(
  session: Session,
  source: string,
  part: readonly string[] | 'all',
  server: number,
): Promise<RunOutcome> {
  const { product, world, feeds } = session
  const all = feeds[source] ?? new Map()
  const feed: Feed = part === 'all' ? all : new Map([...all].filter(([id]) => part.includes(id)))
  product.pass(60_000)
  advance(world, product.now())
  const wasHeld = heldPeople(world, source).size
  const outcome = await product.load(source, feed, part === 'all', server)
  const expected = run(world, source, rowsOf(feed), part === 'all')
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

function pendingOf(world: World, people: ReadonlySet<string>): Map<string, string> {
  const pending = new Map<string, string>()
  for (const account of heldAccounts(world, world.primary))
    if (people.has(account.person)) pending.set(account.person, describe(account.pending))
  return pending
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
    approve(world, source, rest)
    reach(session, rest.size < shown.pending.size ? 'late approval of the rest' : 'late approval')
    return
  }
  assert.ok(answer.status === 409 || answer.status === 422, answer.text)
  if (isOpen(session, shown.id)) assert.equal(isSame, false, answer.text)
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

/** Does a change of policy or an action on a person; it must be refused where the model refuses it. */
export async function act(
  session: Session,
  what: {
    step: Step
    mutate: (world: World) => void
    send: () => Promise<{ status: number; text: string; body: { id?: string } }>
    applies: boolean
    label: string
  },
): Promise<void> {
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
    change(world, what.step, what.mutate)
    reach(session, what.label)
    return
  }
  reach(session, `${what.label} beyond a limit`)
  if (!what.applies) return
  const [plan = ''] = /popln_\w{26}/.exec(answer.text) ?? []
  const applied = await product.call('POST', `/policy/plans/${plan}/apply`)
  assert.equal(applied.status, 200, applied.text)
  change(world, { ...what.step, approved: true }, what.mutate)
  reach(session, `${what.label} by a plan`)
}
