import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { importWorlds, okta, type ImportWorld } from '../../../test/import-world.ts'
import { assertManifestsFollow } from '../../../test/manifests-follow.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import type { Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { recalculate } from '../../policy/manifests/recalculate.ts'

const importWorld = await importWorlds()

const names = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay'] as const
const name = fc.constantFrom(...names)
const account = fc.record({
  status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED'),
  department: fc.constantFrom('Sales', 'Legal'),
  managerId: fc.option(name, { nil: null }),
  mainAccount: fc.option(name, { nil: null, freq: 5 }),
  email: fc.option(fc.constantFrom('shared@example.com', 'free@example.com'), { freq: 3 }),
})
type Account = typeof account extends fc.Arbitrary<infer T> ? T : never
const organisation = fc.dictionary(name, account, { minKeys: 3, noNullPrototype: true })

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
} satisfies Record<string, (who: string) => ReturnType<typeof sql>>

const is = (who: string) =>
  sql`primary_identity_id = (select id from identity where vendor_id = ${who})`

const anyAct = fc.record({
  act: fc.constantFrom('rename', 'erase', 'move', 'deactivate', 'remove', 'stray', 'join'),
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

async function worldWith(before: Record<string, Account>): Promise<ImportWorld> {
  const world = await importWorld({ parentProfileKey: 'mainAccount' })
  await world.query(`update policy_settings set deactivation_limit_percent = 100`)
  await world.query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'department', 'Department', 'department', true from integration where is_primary`,
  )
  await world.load('okta', records(before), complete)
  return world
}

const complete = { isComplete: true, allowShrink: true }

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
  ]
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
        const after = Object.fromEntries(
          Object.entries({ ...other, ...before }).map(([id, told]) => [
            id,
            changing.slice(0, 2).some((each) => each === id) ? (other[id] ?? told) : told,
          ]),
        )
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

const told = (department: 'Sales' | 'Legal') => ({
  status: 'ACTIVE' as const,
  department,
  managerId: null,
  mainAccount: null,
  email: null,
})

test('an import writes with people and rules as they are when it writes', async () => {
  const world = await worldWith({ ada: told('Sales'), bob: told('Sales'), cyd: told('Legal') })
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
