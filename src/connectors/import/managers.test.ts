import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { afterEachStatement } from '../../../test/between-statements.ts'
import { importWorlds, managersOf, okta } from '../../../test/import-world.ts'
import type { IntegrationOptions } from '../../workspace/integrations/create-integration.ts'

const importWorld = await importWorlds()

async function world(changes: Partial<IntegrationOptions> = {}) {
  const { query, load, database } = await importWorld(changes)
  const managers = () => managersOf(query)
  const parents = async () => {
    const rows = await query<{ id: string; parent: string | null }>(
      `select i.vendor_id as id, p.vendor_id as parent
       from directory_user u join identity i on i.id = u.primary_identity_id
       left join directory_user b on b.id = u.parent_user_id left join identity p on p.id = b.primary_identity_id
       order by i.vendor_id`,
    )
    return Object.fromEntries(rows.map(({ id, parent }) => [id, parent]))
  }
  return { query, managers, parents, load, database }
}

async function reportOf({ reportPath }: { reportPath: string | null }): Promise<string> {
  assert.ok(reportPath !== null)
  return readFile(reportPath, 'utf8')
}

const under = (id: string, managerId: string | null, profile: object = {}) =>
  okta(id, { profile: { managerId, ...profile } })

test('managers are found by vendor id, also when they come later in the file', async () => {
  const { load, managers, query } = await world()
  await load('okta', [under('ada', 'eve'), under('bob', 'eve'), under('eve', null)])
  assert.deepEqual(await managers(), { ada: 'eve', bob: 'eve', eve: null })
  const [eve] = await query<{ is_manager: boolean }>(
    `select is_manager from directory_user where username = 'eve'`,
  )
  assert.equal(eve?.is_manager, true)
})

test('managers are found by address or by employee number where the integration says so', async () => {
  const byEmail = await world({ managerProfileHolds: 'email' })
  await byEmail.load('okta', [under('ada', 'EVE@example.com'), under('eve', null)])
  assert.deepEqual(await byEmail.managers(), { ada: 'eve', eve: null })
  const byNumber = await world({
    managerProfileHolds: 'employee_id',
    employeeIdProfileKey: 'employeeNumber',
  })
  await byNumber.load('okta', [under('ada', '7'), under('eve', null, { employeeNumber: 7 })])
  assert.deepEqual(await byNumber.managers(), { ada: 'eve', eve: null })
})

test('a manager who is not there is kept as a reference and found when they arrive', async () => {
  const { load, managers } = await world()
  const outcome = await load('okta', [under('ada', 'eve')])
  assert.equal(outcome.people.managersUnresolved, 1)
  assert.deepEqual(await managers(), { ada: 'unresolved' })
  await load('okta', [under('ada', 'eve'), under('eve', null)])
  assert.deepEqual(await managers(), { ada: 'eve', eve: null })
})

const twin = (id: string) => okta(id, { email: 'desk@example.com' })

test('an address that two managers bear is ambiguous', async () => {
  const { load, managers } = await world({ managerProfileHolds: 'email' })
  await load('okta', [under('ada', 'desk@example.com'), twin('e1'), twin('e2')])
  assert.deepEqual(await managers(), { ada: 'ambiguous', e1: null, e2: null })
})

test('a cycle loses one edge, the same in every order of rows', async () => {
  const rows = [under('ada', 'bob'), under('bob', 'cyd'), under('cyd', 'ada'), under('eve', 'ada')]
  const expected = { ada: 'cycle', bob: 'cyd', cyd: 'ada', eve: 'ada' }
  for (const order of [rows, [...rows].reverse()]) {
    const { load, managers } = await world()
    const outcome = await load('okta', order)
    assert.equal(outcome.people.managerCycles, 1)
    assert.deepEqual(await managers(), expected)
    const again = await load('okta', order)
    assert.equal(again.people.managerCycles, 0, 'what an earlier import left out is no news')
    assert.deepEqual(await managers(), expected)
  }
})

test('of a new cycle the edge that came last goes, and stays away on the next import', async () => {
  const { load, managers } = await world()
  await load('okta', [under('ada', 'bob'), under('bob', 'cyd'), under('cyd', null)])
  const rows = [under('ada', 'bob'), under('bob', 'cyd'), under('cyd', 'ada')]
  for (let times = 0; times < 2; times++) {
    await load('okta', rows)
    assert.deepEqual(await managers(), { ada: 'bob', bob: 'cyd', cyd: 'cycle' })
  }
})

test('a manager whom the source no longer names is gone', async () => {
  const { load, managers } = await world()
  await load('okta', [under('ada', 'eve'), under('eve', null)])
  await load('okta', [under('ada', null), under('eve', null)])
  assert.deepEqual(await managers(), { ada: null, eve: null })
})

const beside = (id: string, parentId: string | null) =>
  okta(id, { profile: parentId === null ? {} : { parentId } })

test('an account that names a main account becomes a secondary user of its person', async () => {
  const { load, parents } = await world()
  await load('okta', [beside('ada-admin', 'ada'), beside('ada', null)])
  assert.deepEqual(await parents(), { ada: null, 'ada-admin': 'ada' })
  await load('okta', [beside('ada-admin', null), beside('ada', null)])
  assert.deepEqual(await parents(), { ada: null, 'ada-admin': null })
})

test('a parent has no parent: who names a secondary user gets none', async () => {
  const { load, parents } = await world()
  const first = await load('okta', [
    beside('a', 'b'),
    beside('b', 'c'),
    beside('c', null),
    beside('d', 'd'),
    beside('e', 'gone'),
  ])
  assert.deepEqual(await parents(), { a: null, b: 'c', c: null, d: null, e: null })
  assert.match(
    await reportOf(first),
    /Main accounts: 3 that accounts name in \\"parentId\\" were not found/,
  )
  const second = await load('okta', [
    beside('a', 'b'),
    beside('b', null),
    beside('c', 'a'),
    beside('d', 'c'),
    beside('e', null),
  ])
  assert.deepEqual(await parents(), { a: 'b', b: null, c: null, d: null, e: null })
  assert.match(await reportOf(second), /Main accounts: 2 /)
})

test('a parent that an administrator gave stays where the source names none', async () => {
  const { load, parents, query } = await world()
  await load('okta', [beside('a', null), beside('b', null), beside('c', null)])
  await query(
    `update directory_user set parent_user_id = (select id from directory_user where username = 'b') where username = 'a'`,
  )
  await load('okta', [beside('a', null), beside('b', 'c'), beside('c', 'a')])
  assert.deepEqual(await parents(), { a: 'b', b: null, c: null })
})

test('a person who names themself has no manager, and is no finding', async () => {
  for (const [changes, own] of [
    [{}, 'ada'],
    [{ managerProfileHolds: 'email' }, 'ADA@example.com'],
  ] as const) {
    const { load, managers, query } = await world(changes)
    const outcome = await load('okta', [under('ada', own), under('bob', own)])
    assert.deepEqual(await managers(), { ada: null, bob: 'ada' })
    assert.deepEqual([outcome.people.managerCycles, outcome.people.managersUnresolved], [0, 0])
    const problems = await query('select from directory_user where manager_problem is not null')
    assert.equal(problems.length, 0)
  }
})

test('an import without changes works out managers only where someone changed what they follow from', async () => {
  const { load, managers, query, database } = await world()
  const accounts = [under('ada', null), under('bob', 'ada')]
  await load('okta', accounts, { isComplete: true })
  let claims = 0
  afterEachStatement(database, async ({ text }) => {
    if (text.includes('insert into manager_claim')) claims += 1
  })
  await load('okta', accounts, { isComplete: true })
  assert.equal(claims, 0)
  await query(`update directory_user set manager_id = null`)
  await load('okta', accounts, { isComplete: true })
  assert.ok(claims > 0)
  assert.deepEqual(await managers(), { ada: null, bob: 'ada' })
})
