import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeOwner, testServer } from '../../../test/harness.ts'
import { makeIdentity } from '../../../test/people.ts'
import {
  emptyWorld,
  makeWorld,
  plainRule,
  storeWorld,
  worldFacts,
  type StoredWorld,
  type WorldFacts,
} from '../../../test/policy-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { encodeId } from '../../contract/ids.ts'
import { recalculate } from '../../policy/manifests/recalculate.ts'
import { clockActor, settleDue } from '../../policy/manifests/settle.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
let now = start
const server = await testServer({ clock: () => new Date(now) })
let token = ''

const roles = ['member', 'owner']
const index = fc.nat(1000)
/** What vendors list, whose profiles are emptied after rules have admitted them, and which rules give another role. */
const rest = fc.record({
  members: fc.array(fc.record({ person: index, resource: fc.nat(1), role: fc.nat(1) }), {
    maxLength: 8,
  }),
  strangers: fc.array(fc.record({ resource: fc.nat(1), role: fc.nat(1) }), { maxLength: 2 }),
  emptied: fc.array(index, { maxLength: 3 }),
  owners: fc.array(index, { maxLength: 4 }),
  isAuthoritative: fc.boolean(),
})
type Rest = typeof rest extends fc.Arbitrary<infer T> ? T : never

/** By it people get into grace. */
const graceful: WorldFacts['rules'][number] = {
  ...plainRule,
  ruleset: 4,
  priority: 1,
  graceDays: 3,
  conditions: [
    {
      type: 'identity',
      resourceId: null,
      profileKey: 'department',
      test: { operator: 'exists', value: null },
    },
  ],
}

/** A draft that admits nearly everybody, after others: also who is in grace. */
const lenient: WorldFacts['rules'][number] = {
  ...plainRule,
  ruleset: 4,
  state: 'staged',
  priority: 100,
  conditions: [{ type: 'user', target: 0, operator: 'not_equals' }],
}

/** Many rules are drafts about the resources. */
const facts = worldFacts.map(({ rules, ...others }): WorldFacts => {
  const drafted = rules.map((rule, at) =>
    Object.assign(
      {},
      rule,
      at % 2 === 0 && { ruleset: 4 + (at % 4) / 2, state: 'staged' as const },
    ),
  )
  const further = rules.length % 2 === 0 ? [graceful, lenient] : [graceful]
  return Object.assign(others, { rules: [...drafted, ...further] })
})

type Row = {
  id: string
  status: string
  enters: boolean
  should: { role_handle: string; policy_rule_id: string; until: string | null } | null
  has: { role_handle: string } | null
  outside: string | null
  accounts: { id: string }[]
}

const seen = { members: 0, others: 0, outside: 0, grace: 0, kept: 0, resting: 0 }

test('who should have a resource by drafts is who should have it once a plan has put them in force', async () => {
  const property = fc.asyncProperty(facts, rest, async (world, further) => {
    const stored = await store(makeWorld(world, start), further)
    for (const ruleset of stored.policy.rulesets.slice(4)) {
      const path = `/directory/resources/${encodeId('resource', ruleset.resourceId)}/drift`
      const foreseen = await rowsOf(`${path}?rules=staged`)
      const { count } = await read(`${path}?rules=staged&include=counts&page[size]=1`)
      assertCounted(foreseen, count)
      for (const enters of [true, false])
        assert.deepEqual(
          await rowsOf(`${path}?rules=staged&filter[enters]=${enters}`),
          foreseen.filter((row) => row.enters === enters),
        )
      const byStatus = await rowsOf(`${path}?rules=staged&sort=status`)
      assert.deepEqual(byStatus.toSorted(byId), foreseen.toSorted(byId))
      const held = await manifestOf(ruleset.id)
      for (const { id, should, enters } of foreseen) {
        assert.equal(enters, should !== null && !held.has(id))
        const rule = held.get(id)
        if (rule !== undefined && should?.policy_rule_id !== rule) seen.kept += 1
      }
      await activateDrafts(stored, ruleset)
      const found = await rowsOf(path)
      assert.deepEqual(foreseen.map(lineOf), found.map(lineOf))
    }
  })
  await holdsWithMatter(property, {
    runs: 12,
    isEnough: () => Object.values(seen).every((count) => count > 0),
    told: () => JSON.stringify(seen),
  })
})

const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)

/** What both must say: what follows from when somebody entered is left out. */
function lineOf({ id, status, should, has, outside, accounts }: Row) {
  const due = should && [should.role_handle, should.policy_rule_id, should.until]
  return { id, status, due, has, outside, accounts: accounts.map((each) => each.id) }
}

/** Each row is counted under its status, and each entry as that of a member or of another. */
function assertCounted(rows: readonly Row[], count: Record<string, number>): void {
  const { entering_members, entering_others, ...statuses } = count
  for (const [status, counted] of Object.entries(statuses))
    assert.equal(counted, rows.filter((row) => row.status === status).length, status)
  const sum = Object.values(statuses).reduce((all, each) => all + each, 0)
  assert.equal(sum, rows.length)
  const entering = rows.filter(({ enters }) => enters)
  const members = entering.filter(({ has }) => has !== null)
  assert.deepEqual(
    [entering_members, entering_others],
    [members.length, entering.length - members.length],
  )
  const outside = rows.filter((row) => row.should === null)
  assert.ok(outside.every((row) => row.outside !== null && row.has !== null && !row.enters))
  seen.members += members.length
  seen.others += entering.length - members.length
  seen.outside += outside.length
}

async function store(made: StoredWorld, further: Rest): Promise<StoredWorld> {
  now = start
  await server.query(emptyWorld)
  const deleted = new Set(made.people.filter((each) => each.deletedAt !== null).map(({ id }) => id))
  // A draft that names somebody who is gone can't be put in force.
  const rules = made.policy.rules.filter(
    ({ state, conditions }) =>
      state !== 'staged' || !conditions.some(({ resourceId }) => deleted.has(resourceId ?? '')),
  )
  const world = { ...made, policy: { ...made.policy, rules } }
  await server.database.transaction(({ tx }) => storeWorld(tx, world))
  // There they can give several roles.
  const type = `type = 'codehost_group' where type = 'chat_group'`
  await server.query(`update resource set ${type}`)
  await server.query(`update ruleset set ${type}`)
  const owning = further.owners.map((at) => rules[at % Math.max(1, rules.length)]?.id)
  await server.query(
    `update rule r set policy_role_id = g.id from ruleset s, policy_role g
     where s.id = r.ruleset_id and s.type = 'codehost_group' and g.resource_type = s.type
       and g.handle = case when r.id = any ($1::uuid[]) then 'owner' else 'member' end`,
    [owning],
  )
  await server.query(`update ruleset set is_authoritative = $1 where resource_id is not null`, [
    further.isAuthoritative,
  ])
  await storeMembers(world, further)
  await follow()
  now += 3_600_000
  const emptied = further.emptied.map((at) => world.people[at % world.people.length]?.id)
  await server.query(
    `update identity set profile = '{}' where directory_user_id = any ($1::uuid[])`,
    [emptied],
  )
  await follow()
  token = (await makeOwner(server)).token
  const [row] = await server.query<{ grace: number; resting: number }>(
    `select (select count(*)::int from policy_user where expires_by = 'grace' and deleted_at is null) as grace,
       (select count(*)::int from rule r join ruleset s on s.id = r.ruleset_id
        where s.state = 'monitored' and s.resource_id is not null and r.state = 'active') as resting`,
  )
  seen.grace += row?.grace ?? 0
  seen.resting += row?.resting ?? 0
  return world
}

async function storeMembers({ people, policy }: StoredWorld, { members, strangers }: Rest) {
  const add = (id: string, resource: number, role: number) =>
    server.query(
      `insert into resource_member (resource_id, identity_id, role_handle) values ($1, $2, $3) on conflict do nothing`,
      [policy.rulesets[4 + resource]?.resourceId, id, roles[role]],
    )
  for (const { person, resource, role } of members) {
    const accounts = await server.query<{ id: string }>(
      'select id from identity where directory_user_id = $1 order by id',
      [people[person % people.length]?.id],
    )
    const account = accounts[person % Math.max(1, accounts.length)]
    if (account !== undefined) await add(account.id, resource, role)
  }
  for (const [at, { resource, role }] of strangers.entries()) {
    const [vendor] = await server.query<{ id: string }>(
      'select integration_id as id from resource limit 1',
    )
    const integration = { id: '', uuid: vendor?.id ?? '' }
    const account = await makeIdentity(server, integration, null, { vendor_id: `stranger ${at}` })
    await add(account.uuid, resource, role)
  }
}

async function follow(): Promise<void> {
  await settleDue(server.database)
  await server.database.transaction(({ tx, now: instant }) =>
    recalculate(tx, { now: instant, actor: clockActor, people: 'all' }),
  )
}

async function activateDrafts(
  { policy }: StoredWorld,
  { id, state }: StoredWorld['policy']['rulesets'][number],
): Promise<void> {
  const drafts = policy.rules.filter((rule) => rule.rulesetId === id && rule.state === 'staged')
  const operations = [
    ...(state === 'managed'
      ? []
      : [{ op: 'change_ruleset', ruleset_id: encodeId('ruleset', id), state: 'managed' }]),
    ...drafts.map((rule) => ({ op: 'activate_rule', rule_id: encodeId('rule', rule.id) })),
  ]
  if (operations.length === 0) return
  const plan = await server.call('POST', '/policy/plans', { token, body: { operations } })
  assert.equal(plan.status, 201, plan.text)
  const { body, status, text } = await server.call('POST', `/policy/plans/${plan.body.id}/apply`, {
    token,
  })
  assert.equal(status, 200, text)
  assert.equal(body.state, 'applied')
}

/** Who is in a manifest, with the rule whose grace they are in. */
async function manifestOf(ruleset: string): Promise<Map<string, string | undefined>> {
  const rows = await server.query<{ id: string; grace: string | null }>(
    `select directory_user_id as id, case when expires_by = 'grace' then rule_id end as grace
     from policy_user where ruleset_id = $1 and deleted_at is null`,
    [ruleset],
  )
  return new Map(
    rows.map(({ id, grace }) => [
      encodeId('directoryUser', id),
      grace === null ? undefined : encodeId('rule', grace),
    ]),
  )
}

async function read(path: string) {
  const answer = await server.get(path, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function rowsOf(path: string): Promise<Row[]> {
  const rows: Row[] = []
  let next: string | null = `${path}${path.includes('?') ? '&' : '?'}page[size]=3`
  while (next !== null) {
    const { data, links } = await read(next)
    rows.push(...data)
    next = links.next?.replace('https://muster.example/api/v1', '') ?? null
  }
  return rows
}
