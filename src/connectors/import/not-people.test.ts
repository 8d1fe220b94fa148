import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorlds } from '../../../test/import-world.ts'
import { integrationDefaults } from '../vendors.ts'

const importWorld = await importWorlds()

/** A primary that says which of its accounts are no people. */
async function world() {
  const { mapping } = integrationDefaults('codehost', 'gitlab')
  const made = await importWorld({
    mapping,
    vendor: 'codehost',
    type: 'gitlab',
    employeeIdProfileKey: 'number',
  })
  const accounts = async () => {
    const rows = await made.query<{ id: string; person: string | null }>(
      `select i.vendor_id as id, u.full_name as person from identity i
        join integration g on g.id = i.integration_id
        left join directory_user u on u.id = i.directory_user_id where g.handle = 'okta' order by i.vendor_id`,
    )
    return Object.fromEntries(rows.map(({ id, person }) => [id, person]))
  }
  return { ...made, accounts }
}

const account = (id: number, name: string, said: object = {}) => ({
  id,
  username: `user-${id}`,
  name,
  email: `user-${id}@example.com`,
  state: 'active',
  ...said,
})
const bot = { bot: true }
const service = { user_type: 'service_account' }

test('a bot and a service account at the primary are accounts of no one; a guest is a person', async () => {
  const { load, accounts, query } = await world()
  const records = [
    account(1, 'Ada Byron'),
    account(2, 'Deploy', bot),
    account(3, 'Backup', service),
    account(4, 'Gus Guest', { external: true }),
  ]
  const outcome = await load('okta', records, { isComplete: true })
  const wanted = { 1: 'Ada Byron', 2: null, 3: null, 4: 'Gus Guest' }
  assert.deepEqual(await accounts(), wanted)
  assert.deepEqual([outcome.people.created, outcome.accounts.orphaned], [2, 2])
  await load('okta', records, { isComplete: true })
  await load('okta', records.slice(1, 2))
  assert.deepEqual(await accounts(), wanted)
  const [{ waiting } = {}] = await query(
    'select count(*)::integer as waiting from identity_candidate',
  )
  assert.equal(waiting, 0)
})

test('a bot does not become a person’s account by evidence, nor by replacing one', async () => {
  const { load, accounts } = await world()
  const said = { email: 'ada@example.com', number: 'E-17' }
  await load('okta', [account(1, 'Ada Byron', said), account(5, 'Li Wu')])
  const appears = account(2, 'Ada Byron', { ...said, ...bot })
  await load('okta', [account(1, 'Ada Byron', said), appears])
  assert.deepEqual(await accounts(), { 1: 'Ada Byron', 2: null, 5: 'Li Wu' })
  const later = account(3, 'Ada Byron', { ...said, ...service })
  await load('okta', [later, account(5, 'Li Wu')], { isComplete: true })
  assert.deepEqual(await accounts(), { 1: 'Ada Byron', 2: null, 3: null, 5: 'Li Wu' })
})

test('a bot that appears beside a person of its name and address leaves them a person of their own', async () => {
  const { load, accounts } = await world()
  const said = { email: 'ada@example.com', number: 'E-17' }
  await load('okta', [
    account(1, 'Ada Byron', { ...said, ...bot }),
    account(2, 'Ada Byron', said),
    account(3, 'Ada Byron', { ...said, ...service }),
  ])
  assert.deepEqual(await accounts(), { 1: null, 2: 'Ada Byron', 3: null })
})

test('an account that is a bot no longer makes a person, and one that turns out to be a bot keeps its person', async () => {
  const { load, accounts } = await world()
  await load('okta', [account(1, 'Ada Byron', bot), account(2, 'Li Wu')])
  await load('okta', [account(1, 'Ada Byron'), account(2, 'Li Wu', bot)])
  assert.deepEqual(await accounts(), { 1: 'Ada Byron', 2: 'Li Wu' })
})

test('elsewhere a bot with the address of a person is a suggestion at most', async () => {
  const { load, query } = await world()
  await query(`update integration set trusts_email = true where handle = 'gitlab'`)
  await load('okta', [account(1, 'Ada Byron')])
  await load('gitlab', [{ ...account(1, 'Ada Byron'), bot: true }])
  assert.deepEqual(
    await query(
      `select i.directory_user_id as person, i.suggested_directory_user_id is not null as suggested
        from identity i join integration g on g.id = i.integration_id where g.handle = 'gitlab'`,
    ),
    [{ person: null, suggested: true }],
  )
})
