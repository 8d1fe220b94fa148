import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterEachStatement } from '../../../test/between-statements.ts'
import { importWorlds, okta } from '../../../test/import-world.ts'
import { assertManifestsFollow } from '../../../test/manifests-follow.ts'

const importWorld = await importWorlds()

const of = (id: string, department: string | string[], status = 'ACTIVE') =>
  okta(id, { status, profile: { department } })

async function worldWithDepartments() {
  const world = await importWorld()
  await world.query(
    `insert into dimension (integration_id, handle, name, profile_key, attributes_enabled)
     select id, 'department', 'Department', 'department', true from integration where is_primary`,
  )
  let orgs = 0
  afterEachStatement(world.database, async ({ text }) => {
    if (text.includes('set org = changed.org')) orgs += 1
  })
  const shown = () =>
    world.query<{ name: string; org: object }>(
      `select username as name, org from directory_user order by username`,
    )
  return { ...world, shown, written: () => orgs }
}

test('a new person is written with their org', async () => {
  const { database, load, shown, written } = await worldWithDepartments()
  await load('okta', [
    of('ada', 'Sales'),
    of('bob', ' Legal '),
    of('cyd', 'Sales', 'SUSPENDED'),
    of('dan', ' '),
  ])
  assert.deepEqual(await shown(), [
    { name: 'ada', org: { department: 'Sales' } },
    { name: 'bob', org: { department: 'Legal' } },
    { name: 'cyd', org: { department: 'Sales' } },
    { name: 'dan', org: {} },
  ])
  assert.equal(written(), 0)
  await assertManifestsFollow(database)
})

test('the org of a new person is what the policy says, not the words of the source', async () => {
  const { database, load, shown, written } = await worldWithDepartments()
  const sales = ['ada', 'bob', 'cyd'].map((id) => of(id, 'Sales'))
  await load('okta', [...sales, of('dan', 'sales'), of('eve', ['Legal', 'Sales'])])
  const orgs = (await shown()).map(({ org }) => org)
  assert.deepEqual(
    orgs.slice(0, 4),
    Array.from({ length: 4 }, () => ({ department: 'Sales' })),
  )
  assert.equal(written(), 1)
  await assertManifestsFollow(database)
})

test('a dimension that makes no attributes shows nothing of a new person', async () => {
  const { database, load, shown, query } = await worldWithDepartments()
  await query(`update dimension set attributes_enabled = false`)
  await load('okta', [of('ada', 'Sales')])
  assert.deepEqual(await shown(), [{ name: 'ada', org: {} }])
  await assertManifestsFollow(database)
})
