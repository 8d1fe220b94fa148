import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterEachStatement } from '../../../test/between-statements.ts'
import { importWorlds, okta, slack, type ImportWorld } from '../../../test/import-world.ts'
import { assertManifestsFollow } from '../../../test/manifests-follow.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import type { Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'
import { recalculate } from '../../policy/manifests/recalculate.ts'

const importWorld = await importWorlds()

const names = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay'] as const
const name = fc.constantFrom(...names)
const accountFields = {
  status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED'),
  department: fc.constantFrom('Sales', 'Legal'),
  managerId: fc.option(name, { nil: null }),
  mainAccount: fc.option(name, { nil: null, freq: 5 }),
  email: fc.option(fc.constantFrom('shared@example.com', 'free@example.com'), { freq: 3 }),
}
const account = fc.record(accountFields)
type Account = typeof account extends fc.Arbitrary<infer T> ? T : never
/** Ada is always there, under her own address, because a rule names her. */
const organisation = fc
  .tuple(
    fc.record({ ...accountFields, email: fc.constant(null) }),
    fc.dictionary(name, account, { minKeys: 2, noNullPrototype: true }),
  )
  .map(([ada, others]) => Object.assign({}, others, { ada }))

/** A change by another client while the import waits to write. */
const acts = {
  rename: (who) =>
    sql`update identity set full_name = 'Renamed', first_name = 'Renamed' where vendor_id = ${who}`,
  erase: (who) =>
    sql`update identity set full_name = '', email = null, profile = '{}' where vendor_id = ${who}`,
  move: (who) =>
    sql`update directory_user set email = 'free@example.com' where ${is(who)} and deleted_at is null`,
  deactivate: (who) =>
    sql`update directory_user set base_state = 'deactivated', base_state_set_by = 'administrator' where ${is(who)}`,
  remove: (who) =>
    sql`update directory_user set base_state = 'deactivated', deleted_at = current_instant() where ${is(who)}`,
  stray: (who) =>
    sql`update directory_user set manager_id = null, parent_user_id = null where ${is(who)}`,
  join: (who) =>
    sql`insert into directory_user (first_name, email, base_state) values ('New', ${`${who}@example.com`}, 'active')`,
  endRule: (who) => sql`
    update rule set state = 'deactivated' where state = 'active' and ruleset_id in (
      select s.id from ruleset s join attribute a on a.id = s.attribute_id
      where a.name = ${who < 'd' ? 'Sales' : 'Legal'})`,
  // It is settled by what comes next.
  expire: (who) => sql`
    with due as (update directory_user set expires_at = clock_timestamp() + interval '2 milliseconds' where ${is(who)})
    select pg_sleep(0.004)`,
} satisfies Record<string, (who: string) => ReturnType<typeof sql>>

const is = (who: string) =>
  sql`primary_identity_id = (select id from identity where vendor_id = ${who})`

const anyAct = fc.record({
  act: fc.constantFrom(
    'rename',
    'erase',
    'move',
    'deactivate',
    'remove',
    'stray',
    'join',
    'endRule',
    'expire',
  ),
  who: name,
})

async function perform(tx: Transaction, done: readonly { act: keyof typeof acts; who: string }[]) {
  const now = await lockPolicy(tx, 'exclusive')
  for (const { act, who } of done) await acts[act](who).execute(tx)
  await recalculate(tx, { now, actor: testActor, people: 'all' })
}

const records = (accounts: Record<string, Account>) =>
  Object.entries(accounts).map(([id, { status, email, ...profile }]) =>
    okta(id, { status, profile, ...(email === null ? {} : { email }) }),
  )

const policy = `
rulesets:
  - resource: { type: chat_group, integration: slack, vendor_id: team }
    state: managed
    rules:
      - key: below
        role: member
        state: active
        conditions: [{ type: all_reports_of, email: ada@example.com }]
      - key: others
        role: member
        state: active
        conditions: [{ type: identity, integration: okta, profile_key: department, operator: equals, value: Legal }]
`

async function worldWith(
  before: Record<string, Account>,
  integration: Parameters<typeof importWorld>[0] = { parentProfileKey: 'mainAccount' },
): Promise<ImportWorld> {
  const world = await importWorld(integration)
  await world.query(`
    update policy_settings set account_limit_percent = 100, expires_after_days = 3`)
  await world.query(`
    insert into resource (integration_id, type, vendor_id, name, handle)
    select id, 'chat_group', 'team', 'team', 'team' from integration where handle = 'slack'`)
  await world.query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'department', 'Department', 'department', true from integration where is_primary
     union all select id, 'title', 'Title', 'title', true from integration where handle = 'slack'`,
  )
  await world.load('okta', records(before), complete)
  await importPolicy(world.database, policy, { actor: testActor })
  return world
}

const complete = { isComplete: true }

const label = (alias: string) =>
  `coalesce((select vendor_id from identity where id = ${alias}.primary_identity_id), ${alias}.email)`

/** All people and accounts, without what differs from one world to another. */
async function stateOf({ query }: ImportWorld) {
  return [
    await query(
      `select i.vendor_id, i.state, i.vendor_state, i.full_name, i.email, i.profile, i.linked_by, ${label('u')} as person
       from identity i left join directory_user u on u.id = i.directory_user_id order by 1`,
    ),
    await query(
      `select ${label('u')} as person, u.first_name, u.email, u.state, u.deleted_at is null as is_there, u.manager_problem,
         u.manager_reference, ${label('m')} as manager, ${label('p')} as parent, u.review_reason, u.org
       from directory_user u left join directory_user m on m.id = u.manager_id
       left join directory_user p on p.id = u.parent_user_id order by 1, 2, 3, 4, 5`,
    ),
    await query(
      `select ${label('u')} as person, coalesce(a.name, s.type) as place, q.handle as role, p.state, p.expires_by,
         p.expires_at is not null as ends, p.grace_since = p.phase_since as grace_begins_with_phase,
         p.expires_at - p.grace_since = interval '3 days' as is_whole_grace, p.deleted_at is null as is_there
       from policy_user p join directory_user u on u.id = p.directory_user_id join ruleset s on s.id = p.ruleset_id
       join rule r on r.id = p.rule_id join policy_role q on q.id = r.policy_role_id
       left join attribute a on a.id = s.attribute_id
       where p.deleted_at is null or p.deleted_at > p.activated_at order by 1, 2, 3, 4, 5, 6, 7`,
    ),
  ]
}

/** Accounts of another source, linked by their addresses. */
const chat = fc.dictionary(
  name,
  fc.record({ title: fc.constantFrom('Lead', 'Member'), deleted: fc.boolean() }),
  { noNullPrototype: true },
)
type Chat = typeof chat extends fc.Arbitrary<infer T> ? T : never

function loadChat(world: ImportWorld, accounts: Chat) {
  const records = Object.entries(accounts).map(([who, { title, deleted }]) => {
    const source = slack(`chat-${who}`, `${who}@example.com`, deleted)
    return Object.assign(source, { profile: Object.assign(source.profile, { title }) })
  })
  return records.length === 0 ? undefined : world.load('slack', records, complete)
}

/** What the export says afterwards: of a few something else. */
function changed(before: Record<string, Account>, other: Record<string, Account>, few: string[]) {
  return Object.fromEntries(
    Object.entries({ ...other, ...before }).map(([id, told]) => [
      id,
      few.slice(0, 2).includes(id) ? (other[id] ?? told) : told,
    ]),
  )
}

test('a change between comparing and writing has the same result as one before the import', async () => {
  let moved = 0
  await holdsWithMatter(
    fc.asyncProperty(
      organisation,
      organisation,
      fc.subarray([...names]),
      fc.array(anyAct, { minLength: 1, maxLength: 4 }),
      async (before, other, changing, done) => {
        const after = changed(before, other, changing)
        const world = await worldWith(before)
        let imported: Promise<unknown> = Promise.resolve()
        await world.database.transaction(async ({ tx }) => {
          await lockPolicy(tx, 'exclusive')
          imported = world.load('okta', records(after), complete)
          await untilWaiting(world)
          await perform(tx, done)
        })
        await imported
        await assertManifestsFollow(world.database)
        const beside = await stateOf(world)

        const serial = await worldWith(before)
        await serial.database.transaction(({ tx }) => perform(tx, done))
        const first = await stateOf(serial)
        await serial.load('okta', records(after), complete)
        const expected = await stateOf(serial)
        assert.deepEqual(beside, expected)
        if (JSON.stringify(first) !== JSON.stringify(expected)) moved += 1
      },
    ),
    { runs: 6, isEnough: () => moved >= 3, told: () => `${moved} imports changed something` },
  )
})

test('an import of another source between evaluating and writing has the same result as one before', async () => {
  let moved = 0
  await holdsWithMatter(
    fc.asyncProperty(
      organisation,
      organisation,
      fc.subarray([...names]),
      chat,
      chat,
      fc.array(anyAct, { maxLength: 2 }),
      async (before, other, changing, chatBefore, chatAfter, done) => {
        const after = changed(before, other, changing)
        const meanwhile = async (world: ImportWorld) => {
          await loadChat(world, chatAfter)
          await world.database.transaction(({ tx }) => perform(tx, done))
        }
        const world = await worldWith(before)
        await loadChat(world, chatBefore)
        let transactions = 0
        await world.load('okta', records(after), {
          ...complete,
          // The first one reads the integration, the last one writes.
          transaction: async (work, options) => {
            if (++transactions === 2) await meanwhile(world)
            return world.database.transaction(work, options)
          },
        })
        await assertManifestsFollow(world.database)
        const beside = await stateOf(world)

        const serial = await worldWith(before)
        await loadChat(serial, chatBefore)
        await meanwhile(serial)
        const first = await stateOf(serial)
        await serial.load('okta', records(after), complete)
        const expected = await stateOf(serial)
        assert.deepEqual(beside, expected)
        if (JSON.stringify(first) !== JSON.stringify(expected)) moved += 1
      },
    ),
    { runs: 6, isEnough: () => moved >= 3, told: () => `${moved} imports changed something` },
  )
})

const told = (department: 'Sales' | 'Legal') => ({
  status: 'ACTIVE' as const,
  department,
  managerId: null,
  mainAccount: null,
  email: null,
})

test('an import writes with people and rules as they are when it writes', async () => {
  const before = { ada: told('Sales'), bob: told('Sales'), cyd: told('Legal') }
  const world = await worldWith(before)
  let imported: Promise<unknown> = Promise.resolve()
  await world.database.transaction(async ({ tx }) => {
    const now = await lockPolicy(tx, 'exclusive')
    imported = world.load(
      'okta',
      records({ ada: told('Sales'), bob: told('Legal'), cyd: told('Legal') }),
    )
    await untilWaiting(world)
    await acts.deactivate('ada').execute(tx)
    await sql`
      update rule set state = 'deactivated' where ruleset_id in (
        select s.id from ruleset s join attribute a on a.id = s.attribute_id where a.name = 'Legal')`.execute(
      tx,
    )
    await recalculate(tx, { now, actor: testActor, people: 'all' })
  })
  await imported
  await assertManifestsFollow(world.database)
  const people = await world.query<{ first_name: string; state: string; org: object }>(
    'select first_name, state, org from directory_user order by first_name',
  )
  assert.deepEqual(people, [
    { first_name: 'First ada', state: 'deactivated', org: { department: 'Sales' } },
    { first_name: 'First bob', state: 'active', org: {} },
    { first_name: 'First cyd', state: 'active', org: {} },
  ])
})

test('an import evaluates the people whom it changes before it takes the policy lock, and nobody under it', async () => {
  const staff = Object.fromEntries(names.map((each) => [each, told('Sales')]))
  const world = await worldWith(staff)
  const sent: ('lock' | 'facts')[] = []
  let isWatched = true
  afterEachStatement(world.database, async ({ text, columns }) => {
    if (isWatched && /pg_advisory_xact_lock\(\$/.test(text)) sent.push('lock')
    if (isWatched && columns.includes('plain_values')) sent.push('facts')
  })
  const changes = { bob: told('Legal'), cyd: { ...told('Sales'), managerId: 'ada' as const } }
  await world.load('okta', records({ ...staff, ...changes }), complete)
  isWatched = false
  assert.deepEqual([sent.includes('facts'), sent.at(-1)], [true, 'lock'])
  await assertManifestsFollow(world.database)
  const people = await world.query<{ org: object }>(
    `select org from directory_user where first_name in ('First bob', 'First cyd') order by first_name`,
  )
  assert.deepEqual(
    people.map(({ org }) => org),
    [{ department: 'Legal' }, { department: 'Sales' }],
  )
})

test('an import evaluates while someone else holds the policy lock and every person and account', async () => {
  const before = { ada: told('Sales'), bob: told('Sales'), cyd: told('Legal') }
  const world = await worldWith(before)
  let imported: Promise<unknown> = Promise.resolve()
  await world.database.transaction(async ({ tx }) => {
    await lockPolicy(tx, 'exclusive')
    await sql`select from directory_user for update`.execute(tx)
    await sql`select from identity for update`.execute(tx)
    // Not a batch, which does everything in one transaction.
    imported = world.load('okta', records({ ...before, bob: told('Legal') }), complete)
    await untilWaiting(world)
    const evaluated = await world.query('select from import_evaluated')
    assert.equal(evaluated.length, 1)
  })
  await imported
  await assertManifestsFollow(world.database)
})

const staff = { ada: told('Sales'), bob: told('Sales') }

/** The people below Ada are in the team; X is a person without a source and without reports. */
async function worldWithLocalManager(managerOfX: 'ada' | null): Promise<ImportWorld> {
  const world = await worldWith(staff, { managerProfileHolds: 'email' })
  await world.query(
    `insert into directory_user (first_name, email, base_state, manager_id)
     select 'X', 'x@example.com', 'active', (select directory_user_id from identity where vendor_id = $1)`,
    [managerOfX],
  )
  return world
}

for (const [title, from, to, isIn] of [
  ['enters below a manager who gets a manager', null, 'ada', true],
  ['does not enter below a manager who loses one', 'ada', null, false],
] as const) {
  test(`a person ${title} between evaluating and writing`, async () => {
    const world = await worldWithLocalManager(from)
    let imported: Promise<unknown> = Promise.resolve()
    await world.database.transaction(async ({ tx }) => {
      const now = await lockPolicy(tx, 'exclusive')
      const bob = okta('bob', { profile: { department: 'Sales', managerId: 'x@example.com' } })
      imported = world.load('okta', [...records({ ada: staff.ada }), bob], complete)
      await untilWaiting(world)
      await sql`
        update directory_user set manager_id = (select directory_user_id from identity where vendor_id = ${to})
        where email = 'x@example.com'`.execute(tx)
      await recalculate(tx, { now, actor: testActor, people: 'all' })
    })
    await imported
    await assertManifestsFollow(world.database)
    const inTeam = await world.query(
      `select u.email from policy_user p join directory_user u on u.id = p.directory_user_id
       where p.deleted_at is null and u.email = 'bob@example.com'
         and p.ruleset_id in (select id from ruleset where resource_id is not null)`,
    )
    assert.equal(inTeam.length > 0, isIn)
  })
}
