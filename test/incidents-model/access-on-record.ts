import { auditEvents } from '../../src/contract/audit-events.ts'
import assert from 'node:assert/strict'
import type { Product } from './product.ts'
import { DAY } from './world.ts'

/** What a person has in a ruleset, by the audit log. */
type Access = { rule: string; role: string; end: number | null } | null

type Movement = { ruleset: string; person: string; from: Access; to: Access; at: number }

type Row = {
  id: string
  at: string
  event: string
  actor: { type: string; via: string }
  request_id: string | null
  record: { id: string }
  parent: { id: string } | null
  related: { id: string } | null
  subject_id: string | null
  changes: Record<string, { old: unknown; new: unknown }>
}

type Rule = { role: string; namedPerson: string | null }
type Ruleset = { isSensitive: boolean; hasLimits: boolean }

/** What the audit log and the API show of access. The model of incidents plays no part. */
export type AccessOnRecord = {
  seen: Set<string>
  /** By ruleset and person. */
  access: Map<string, Access>
  /** What counts, for each source and for administrators. */
  counted: (Movement & { cause: string })[]
  /** The accounts that ended. */
  ended: { source: string; account: string; at: number }[]
  rules: Map<string, Rule>
  rulesets: Map<string, Ruleset>
  /** Instant, in milliseconds, of the last row. */
  until: number
}

const events = Object.keys(auditEvents).filter((event) =>
  /^(?:policy\.user|directory\.user|directory\.identity)\.(?:create|change|end|activate|suspend|deactivate)$/.test(
    event,
  ),
)
const approvals = new Set(['policy.plan.apply', 'policy.incident.approve'])

export async function startRecord(product: Product, since: number): Promise<AccessOnRecord> {
  const record: AccessOnRecord = {
    seen: new Set(),
    access: new Map(),
    counted: [],
    ended: [],
    rules: new Map(),
    rulesets: new Map(),
    until: since,
  }
  for (const rows of await newRequests(product, record)) await readMovements(product, record, rows)
  return record
}

/** No access that counts changes beyond a limit, unless somebody has approved it. */
export async function checkAccess(product: Product, record: AccessOnRecord): Promise<void> {
  for (const rows of await newRequests(product, record)) {
    const movements = await readMovements(product, record, rows)
    record.ended.push(...endsOf(rows))
    const isApproved = rows.some(({ event }) => approvals.has(event))
    const counted = isApproved ? [] : await withoutNamed(product, record, rows, movements)
    const cause = causeOf(rows)
    record.counted.push(...counted.map((each) => ({ ...each, cause })))
    if (counted.length > 0) await checkLimits(product, record, { rows, counted, cause })
  }
}

/** The rows that were not read before, by request. A run of a source is one instant. */
async function newRequests(product: Product, record: AccessOnRecord): Promise<Row[][]> {
  const since = new Date(record.until - 1).toISOString()
  const filter = `filter[at_after]=${since}&filter[event]=${[...events, ...approvals].join()}`
  const requests = new Map<string, Row[]>()
  let path: string | null = `/audit/logs?page[size]=500&sort=at&${filter}`
  while (path !== null) {
    const { body, status, text } = await product.call('GET', path)
    assert.equal(status, 200, text)
    for (const row of body.data) {
      if (record.seen.has(row.id)) continue
      record.seen.add(row.id)
      const request = `${row.at} ${row.request_id} ${row.actor.type} ${row.actor.via}`
      requests.set(request, [...(requests.get(request) ?? []), row])
      record.until = Math.max(record.until, Date.parse(row.at))
    }
    path = body.links.next?.replace(/^.*\/api\/v1/, '') ?? null
  }
  return [...requests.values()]
}

async function readMovements(
  product: Product,
  record: AccessOnRecord,
  rows: readonly Row[],
): Promise<Movement[]> {
  const moved = new Map<string, Movement>()
  for (const row of rows) {
    if (!row.event.startsWith('policy.user.')) continue
    const [ruleset = '', person = ''] = [row.parent?.id, row.subject_id ?? undefined]
    const place = `${ruleset} ${person}`
    const from = record.access.get(place) ?? null
    const to = row.event === 'policy.user.end' ? null : await accessOf(product, record, row, from)
    record.access.set(place, to)
    const at = Date.parse(row.at)
    moved.set(place, { ruleset, person, from: moved.get(place)?.from ?? from, to, at })
  }
  return [...moved.values()]
}

async function accessOf(
  product: Product,
  record: AccessOnRecord,
  { changes, related }: Row,
  from: Access,
): Promise<Access> {
  const changed = changes['rule_id']?.new
  const rule = typeof changed === 'string' ? changed : (from?.rule ?? related?.id ?? '')
  const end = changes['expires_at']
  const endsAt = end === undefined ? (from?.end ?? null) : instantOf(end.new)
  return { rule, role: (await ruleOf(product, record, rule)).role, end: endsAt }
}

const instantOf = (value: unknown): number | null =>
  typeof value === 'string' ? Date.parse(value) : null

async function ruleOf(product: Product, { rules }: AccessOnRecord, id: string): Promise<Rule> {
  const known = rules.get(id)
  if (known !== undefined) return known
  const [rule, conditions] = await Promise.all([
    product.call('GET', `/policy/rules/${id}`),
    product.call('GET', `/policy/rules/${id}/conditions`),
  ])
  assert.equal(rule.status, 200, rule.text)
  const [first] = conditions.body.data
  const read = {
    role: rule.body.role_handle,
    namedPerson: first?.type === 'user' ? first.resource_id : null,
  }
  rules.set(id, read)
  return read
}

function endsOf(rows: readonly Row[]): AccessOnRecord['ended'] {
  return rows.flatMap(({ event, at, record, related, changes }) =>
    event === 'directory.identity.change' && changes['vendor_state']?.old === 'active'
      ? [{ source: related?.id ?? '', account: record.id, at: Date.parse(at) }]
      : [],
  )
}

/** The source whose run these rows are, or what else caused them. */
function causeOf(rows: readonly Row[]): string {
  const account = rows.find(({ event }) => event.startsWith('directory.identity.'))
  return account?.related?.id ?? rows[0]?.actor.type ?? ''
}

/** The movements that count: what the clock ends does not, and an action on a person does not for that person. */
async function withoutNamed(
  product: Product,
  record: AccessOnRecord,
  rows: readonly Row[],
  movements: readonly Movement[],
): Promise<Movement[]> {
  const isSystem = rows.every(({ actor }) => actor.type === 'system')
  if (isSystem && rows.every(({ actor }) => actor.via !== 'cli')) return []
  const named = new Set<string>()
  if (!isSystem)
    for (const { event, record: person } of rows)
      if (event.startsWith('directory.user.')) named.add(person.id)
  const secondaries = await Promise.all(
    [...named].map((person) => product.call('GET', `/directory/users/${person}/secondary-users`)),
  )
  for (const { body } of secondaries) for (const { id } of body.data) named.add(id)
  const counted: Movement[] = []
  for (const each of movements) {
    if (named.has(each.person)) continue
    const { isSensitive, hasLimits } = await rulesetOf(product, record, each.ruleset)
    const given = each.to === null ? null : await ruleOf(product, record, each.to.rule)
    if (hasLimits && (isSensitive || given?.namedPerson !== each.person)) counted.push(each)
  }
  return counted
}

async function rulesetOf(
  product: Product,
  { rulesets }: AccessOnRecord,
  id: string,
): Promise<Ruleset> {
  const known = rulesets.get(id)
  if (known !== undefined) return known
  const { body } = await product.call('GET', `/policy/rulesets/${id}`)
  const read = { isSensitive: body.is_sensitive, hasLimits: body.type !== 'directory_attribute' }
  rulesets.set(id, read)
  return read
}

const directions = {
  removal: ({ from, to }: Movement) =>
    from !== null && (to === null || (to.end !== null && (from.end === null || to.end < from.end))),
  addition: ({ from, to }: Movement) => from === null && to !== null,
  role_change: ({ from, to }: Movement) => from !== null && to !== null && from.role !== to.role,
} as const

type Direction = keyof typeof directions

async function checkLimits(
  product: Product,
  record: AccessOnRecord,
  { rows, counted, cause }: { rows: readonly Row[]; counted: readonly Movement[]; cause: string },
): Promise<void> {
  const at = Math.max(...counted.map((each) => each.at))
  const recent = recentMovements(record, at)
  const before = recent.slice(0, recent.length - counted.length)
  const settings = (await product.call('GET', '/policy/settings')).body
  const ended = new Set(
    rows.flatMap((row) =>
      ['directory.user.suspend', 'directory.user.deactivate'].includes(row.event)
        ? [row.record.id]
        : [],
    ),
  )
  const moves = {
    removal: new Set<string>(),
    addition: new Set<string>(),
    role_change: new Set<string>(),
  }
  for (const ruleset of new Set(recent.map((each) => each.ruleset))) {
    const { isSensitive } = await rulesetOf(product, record, ruleset)
    const net = netOf(recent.filter((each) => each.ruleset === ruleset))
    const size =
      [...record.access].filter(([place, has]) => place.startsWith(ruleset) && has !== null)
        .length +
      net.filter((each) => directions.removal(each) && each.to === null).length -
      net.filter(directions.addition).length
    for (const direction of ['removal', 'addition', 'role_change'] as const) {
      const people = net.filter(directions[direction])
      for (const { person, cause: last } of people) if (last === cause) moves[direction].add(person)
      const already = new Set(
        netOf(before.filter((each) => each.ruleset === ruleset))
          .filter(directions[direction])
          .map(({ person }) => person),
      )
      if (people.every(({ person }) => already.has(person))) continue
      const limit = limitOf(settings, direction)
      const what = `${people.length} of ${size}: ${direction} in ${ruleset} at ${new Date(at).toISOString()}`
      assert.ok(!isBeyond(people.length, size, limit), `${what} without an approval`)
      // Ends of accounts are not held for the sake of a sensitive ruleset.
      const own = people.filter(({ person }) => !ended.has(person))
      if (isSensitive && own.length === people.length)
        assert.ok(people.length <= 2, `${what}, which is sensitive, without an approval`)
    }
  }
  await checkOverall(product, settings, { moves, counted })
}

/** What counts at an instant, in milliseconds. */
export const recentMovements = (
  { counted }: Pick<AccessOnRecord, 'counted'>,
  at: number,
): AccessOnRecord['counted'] => counted.filter((each) => each.at > at - DAY)

/** Each person's first access in the window beside the last. */
function netOf<Each extends Movement>(movements: readonly Each[]): Each[] {
  const net = new Map<string, Each>()
  for (const each of movements)
    net.set(each.person, { ...each, from: (net.get(each.person) ?? each).from })
  return [...net.values()]
}

async function checkOverall(
  product: Product,
  settings: Settings,
  { moves, counted }: { moves: Record<Direction, Set<string>>; counted: readonly Movement[] },
): Promise<void> {
  for (const [direction, people] of Object.entries(moves)) {
    if (!counted.some(({ person }) => people.has(person))) continue
    const limit = limitOf(settings, 'overall')
    if (people.size <= limit.people) continue
    const { body } = await product.call(
      'GET',
      '/directory/users?page[size]=500&filter[state]=active,expiring',
    )
    assert.ok(
      !isBeyond(people.size, body.data.length, limit),
      `${direction} of ${people.size} of ${body.data.length} people by one source without an approval`,
    )
  }
}

type Settings = Record<string, number>
type Limit = { percent: number; people: number }

export const limitOf = (settings: Settings, name: string): Limit => ({
  percent: settings[`${name}_limit_percent`] ?? 0,
  people: settings[`${name}_limit_people`] ?? 0,
})

const isBeyond = (count: number, size: number, { percent, people }: Limit): boolean =>
  count > people && count * 100 > percent * size
