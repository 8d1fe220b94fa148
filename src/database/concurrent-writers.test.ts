import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { testDatabase } from '../../test/harness.ts'

const { url, query } = await testDatabase()

/** A writer of its own, within a transaction. It commits as the server does, what is shared written last. */
async function writer() {
  const client = new Client({ connectionString: url, statement_timeout: 10_000 })
  await client.connect()
  after(() => client.end())
  await client.query('begin')
  return {
    run: (text: string, ...values: unknown[]) => client.query(text, values),
    commit: async () => {
      await client.query('select finish_change()')
      await client.query('commit')
    },
    rollback: () => client.query('rollback'),
  }
}

async function person(managerId: string | null = null): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into directory_user (base_state, manager_id) values ('active', $1) returning id`,
    [managerId],
  )
  return row?.id ?? ''
}

const [integration] = await query<{ id: string }>(
  `insert into integration (vendor, type, handle, name) values ('idp', 'okta', 'idp', 'x') returning id`,
)

async function giveAccount(personId: string): Promise<void> {
  await query(
    `insert into identity (integration_id, vendor_id, directory_user_id, state, vendor_state, linked_by)
     values ($1, $2::uuid::text, $2, 'active', 'active', 'created')`,
    [integration?.id, personId],
  )
}

const changeAccount = `update identity set handle = 'new' where directory_user_id = $1`
const setManager = 'update directory_user set manager_id = $2 where id = $1'
const setParent = 'update directory_user set parent_user_id = $2 where id = $1'
const rename = `update directory_user set first_name = 'New' where id = $1`

async function versionOf(id: string): Promise<number> {
  const [row] = await query<{ version: string }>(
    'select version from directory_user_version where directory_user_id = $1',
    [id],
  )
  return Number(row?.version)
}

async function isManager(id: string): Promise<boolean | undefined> {
  const [row] = await query<{ is_manager: boolean }>(
    'select is_manager from directory_user where id = $1',
    [id],
  )
  return row?.is_manager
}

/** Both go on as far as they can; the second may have to wait for the first. */
async function commitBoth(
  first: { commit(): Promise<void> },
  second: () => Promise<void>,
): Promise<PromiseSettledResult<void>> {
  const waiting = Promise.allSettled([second()])
  await sleep(100)
  await first.commit()
  const [settled] = await waiting
  return settled
}

test('two writers at once make no parent of a secondary user', async () => {
  const [child, middle, parent] = [await person(), await person(), await person()]
  for (const [first, second] of [
    [
      [child, middle],
      [middle, parent],
    ],
    [
      [middle, parent],
      [child, middle],
    ],
  ] as const) {
    const [one, other] = [await writer(), await writer()]
    await one.run(setParent, ...first)
    const settled = await commitBoth(one, async () => {
      await other.run(setParent, ...second)
      await other.commit()
    })
    await other.rollback()
    assert.equal(settled.status, 'rejected')
    await query('update directory_user set parent_user_id = null')
  }
})

test('many become secondary users of one parent at once', async () => {
  const parent = await person()
  const [one, other] = [await writer(), await writer()]
  await one.run(setParent, await person(), parent)
  await other.run(setParent, await person(), parent)
  await other.commit()
  await one.commit()
})

test('a new report of a manager whose account changes meanwhile shows the change', async () => {
  const manager = await person()
  await person(manager)
  const report = await person()
  await giveAccount(manager)
  const [moving, changing] = [await writer(), await writer()]
  await moving.run(setManager, report, manager)
  await moving.run('select finish_change()')
  const before = await versionOf(report)
  const settled = await commitBoth(moving, async () => {
    await changing.run(changeAccount, manager)
    await changing.commit()
  })
  assert.equal(settled.status, 'fulfilled')
  assert.equal(await versionOf(report), before + 2, 'once by each')
})

test('a new report of a manager who is renamed meanwhile shows the new name', async () => {
  const manager = await person()
  await person(manager)
  const report = await person()
  const [moving, renaming] = [await writer(), await writer()]
  await moving.run(setManager, report, manager)
  await moving.run('select finish_change()')
  const before = await versionOf(report)
  const settled = await commitBoth(moving, async () => {
    await renaming.run(rename, manager)
    await renaming.commit()
  })
  assert.equal(settled.status, 'fulfilled')
  assert.equal(await versionOf(report), before + 2, 'once by each')
})

test('whoever comes near while the locks are waited for is locked in the order of the ids, too', async () => {
  const people = await Promise.all([person(), person(), person()])
  const [low = '', middle = '', high = ''] = people.toSorted()
  await giveAccount(high)
  const [coming, holding, changing, naming] = await Promise.all([1, 2, 3, 4].map(writer))
  assert.ok(coming && holding && changing && naming)
  await coming.run(setManager, low, high)
  await coming.run('select finish_change()')
  await holding.run(rename, middle)
  await holding.run('select finish_change()')
  await changing.run(changeAccount, high)
  await naming.run(
    `insert into audit_log (event, actor_type, via, record_type, record_id, parent_type, parent_id, subject_id)
     values ('test.three.people', 'system', 'cli', 'drusr', $1, 'drusr', $2, $3)`,
    low,
    middle,
    high,
  )
  const before = await versionOf(low)
  const waiting = Promise.allSettled([changing.commit(), naming.commit()])
  await sleep(200)
  // Now one holds the highest and finds out about the lowest, which the other one holds on its way up.
  await coming.commit()
  await sleep(200)
  await holding.commit()
  assert.deepEqual(
    (await waiting).map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  assert.equal(await versionOf(low), before + 3, 'once by each')
})

test('the last two reports who leave at once leave no manager behind', async () => {
  const manager = await person()
  const [one, two] = [await person(manager), await person(manager)]
  assert.equal(await isManager(manager), true)
  const [first, second] = [await writer(), await writer()]
  await first.run(setManager, one, null)
  const settled = await commitBoth(first, async () => {
    await second.run(setManager, two, null)
    await second.commit()
  })
  assert.equal(settled.status, 'fulfilled')
  assert.equal(await isManager(manager), false)
})

test('one who comes while the last one leaves has a manager', async () => {
  const manager = await person()
  const last = await person(manager)
  const [leaving, coming] = [await writer(), await writer()]
  await leaving.run(setManager, last, null)
  const settled = await commitBoth(leaving, async () => {
    await coming.run('insert into directory_user (manager_id) values ($1)', manager)
    await coming.commit()
  })
  assert.equal(settled.status, 'fulfilled')
  assert.equal(await isManager(manager), true)
})

test('whoever sets all constraints immediate still moves the versions', async () => {
  const id = await person()
  const before = await versionOf(id)
  const first = await writer()
  await first.run('set constraints all immediate')
  await first.run(rename, id)
  await first.run('commit')
  assert.equal(await versionOf(id), before + 1)

  const second = await writer()
  await second.run(`update directory_user set last_name = 'New' where id = $1`, id)
  await second.run('set constraints all immediate')
  await second.run(`update directory_user set last_name = 'Newer' where id = $1`, id)
  await second.run('commit')
  assert.equal(await versionOf(id), before + 3)
  assert.deepEqual(await query('select * from open_change'), [])
})
