import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gitlab, importWorld, okta, slack, type ImportWorld } from '../../../test/import-world.ts'
import type { Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'

/** Whether the work is done while `meanwhile` holds what it takes; it is done afterwards in any case. */
async function isDoneBeside(
  { database }: ImportWorld,
  meanwhile: (tx: Transaction) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let done: Promise<unknown> = Promise.resolve()
  const isDone = await database.transaction(async ({ tx }) => {
    await meanwhile(tx)
    done = work()
    return Promise.race([done.then(() => true), sleep(1500, false)])
  })
  await done
  return isDone
}

const shares = (tx: Transaction) => lockPolicy(tx, 'shared')
const deletesEverybody = async (tx: Transaction) => {
  await shares(tx)
  const gone = { base_state: 'deactivated', deleted_at: new Date() } as const
  await tx.updateTable('directory_user').set(gone).execute()
}

async function withAda(): Promise<ImportWorld> {
  const world = await importWorld()
  await world.load('okta', [okta('ada')])
  return world
}

test('accounts that no dimension and no condition reads are imported beside other changes of people', async () => {
  const world = await withAda()
  assert.equal(
    await isDoneBeside(world, shares, () => world.load('slack', [slack('S1', 'ada@example.com')])),
    true,
  )
  const [row] = await world.query<{ email: string }>(
    `select u.email from identity i join integration n on n.id = i.integration_id
     join directory_user u on u.id = i.directory_user_id where n.handle = 'slack'`,
  )
  assert.equal(row?.email, 'ada@example.com')
})

test('accounts of the primary wait until nobody else changes people', async () => {
  const world = await withAda()
  const load = () => world.load('okta', [okta('ada'), okta('bob')])
  assert.equal(await isDoneBeside(world, shares, load), false)
})

test('accounts that a dimension reads wait too', async () => {
  const world = await withAda()
  await world.query(
    `insert into dimension (handle, name, integration_id, profile_key)
     select 'desk', 'Desk', id, 'desk' from integration where handle = 'slack'`,
  )
  assert.equal(
    await isDoneBeside(world, shares, () => world.load('slack', [slack('S1', 'ada@example.com')])),
    false,
  )
})

test('where something is due, accounts wait, and it is settled first', async () => {
  const world = await withAda()
  await world.query(`update directory_user set expires_at = now() + interval '100 milliseconds'`)
  await sleep(150)
  assert.equal(
    await isDoneBeside(world, shares, () => world.load('slack', [slack('S1', 'ada@example.com')])),
    false,
  )
  assert.deepEqual(await world.query('select state from directory_user'), [{ state: 'expired' }])
})

test('an account comes to nobody who is deleted meanwhile', async () => {
  const world = await withAda()
  assert.equal(
    await isDoneBeside(world, deletesEverybody, () =>
      world.load('slack', [slack('S1', 'ada@example.com')]),
    ),
    false,
  )
  assert.deepEqual(
    await world.query(
      `select i.state, i.directory_user_id from identity i join integration n on n.id = i.integration_id
       where n.handle = 'slack'`,
    ),
    [{ state: 'orphan', directory_user_id: null }],
  )
})

test('two systems at once bring each person both accounts', async () => {
  const world = await importWorld()
  await world.query(`update integration set trusts_email = true`)
  const names = Array.from({ length: 50 }, (_, index) => `person${index}`)
  const addresses = names.map((name) => `${name}@example.com`)
  await world.load(
    'okta',
    names.map((name) => okta(name)),
  )
  const outcomes = await Promise.all([
    world.load(
      'slack',
      addresses.map((address, index) => slack(`S${index}`, address)),
    ),
    world.load(
      'gitlab',
      addresses.map((address, index) => gitlab(index + 1, address)),
    ),
  ])
  assert.deepEqual(
    outcomes.map(({ accounts }) => accounts.linked),
    [50, 50],
  )
})
