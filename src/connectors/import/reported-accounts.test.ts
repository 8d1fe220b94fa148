import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterEachStatement } from '../../../test/between-statements.ts'
import { importWorlds, okta } from '../../../test/import-world.ts'
import { eraseIdentities } from '../../directory/users/erasure-queries.ts'

const importWorld = await importWorlds()
const complete = { isComplete: true }
const names = ['ada', 'bob', 'cyd']
const accounts = names.map((each) => okta(each))

test('an import stages the accounts of which the source says something else than before', async () => {
  const { database, load } = await importWorld()
  await load('okta', accounts, complete)
  let staged = 0
  afterEachStatement(database, async ({ text }) => {
    if (text.includes('insert into staged_account')) staged += 1
  })
  const outcome = await load('okta', accounts, complete)
  assert.deepEqual([outcome.accounts.unchanged, outcome.missing.accountsToDeactivate], [3, 0])
  assert.equal(staged, 0)
  const changed = okta('bob', { profile: { title: 'Lead' } })
  const second = await load('okta', [okta('ada'), changed], complete)
  assert.deepEqual([second.accounts.unchanged, second.accounts.changed], [1, 1])
  assert.equal(second.accounts.deactivated, 1)
  assert.equal(staged, 1)
})

test('nothing is kept of what the source said of an erased person', async () => {
  const { database, load, query } = await importWorld()
  await load('okta', accounts, complete)
  const reported = () =>
    query<{ id: string }>(
      `select i.vendor_id as id from reported_account r join identity i on i.id = r.identity_id order by 1`,
    )
  assert.equal((await reported()).length, 3)
  const [ada] = await query<{ id: string }>(
    `select directory_user_id as id from identity where vendor_id = 'ada'`,
  )
  await database.transaction(async ({ tx }) => {
    await tx
      .updateTable('directory_user')
      .set({ base_state: 'deactivated', deleted_at: new Date() })
      .where('id', '=', ada?.id ?? '')
      .execute()
    await eraseIdentities(tx, ada?.id ?? '')
  })
  assert.deepEqual(await reported(), [{ id: 'bob' }, { id: 'cyd' }])
})

test('an import whose packed accounts are lost writes nothing', async () => {
  const { database, load, query } = await importWorld()
  await load('okta', accounts, complete)
  let transactions = 0
  const imported = load('okta', accounts, {
    ...complete,
    transaction: async (work, options) => {
      transactions += 1
      // A crash of PostgreSQL empties unlogged tables.
      if (transactions === 2) await query('truncate import_unchanged')
      return database.transaction(work, options)
    },
  })
  await assert.rejects(imported, /PostgreSQL was restarted/)
})

test('an account that someone has changed since it was reported is as its source says again', async () => {
  const { database, load, query } = await importWorld()
  await load('okta', accounts, complete)
  const rename = () => query(`update identity set full_name = 'Renamed' where vendor_id = 'ada'`)
  const renamed = () => query(`select from identity where full_name = 'Renamed'`)
  await rename()
  await load('okta', accounts, complete)
  assert.deepEqual(await renamed(), [])
  let transactions = 0
  await load('okta', accounts, {
    ...complete,
    // Between comparing and writing.
    transaction: async (work, options) => {
      transactions += 1
      if (transactions === 2) await rename()
      return database.transaction(work, options)
    },
  })
  assert.deepEqual(await renamed(), [])
})
