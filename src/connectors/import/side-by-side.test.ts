import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gitlab, importWorlds, okta, slack, type ImportWorld } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { sql } from 'kysely'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { record } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { lockForRemoval, updatePerson } from '../../directory/users/person-queries.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'

const importWorld = await importWorlds()

/** Whether the work is done while `meanwhile` holds what it takes, or waits for that; it is done afterwards in any case. */
async function isDoneBeside(
  { database, query }: ImportWorld,
  meanwhile: (tx: Transaction) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let done: Promise<unknown> = Promise.resolve()
  const isDone = await database.transaction(async ({ tx }) => {
    await meanwhile(tx)
    const over = new AbortController()
    done = work().finally(() => over.abort())
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    // A wait for what is held here that lasts: the import tries for some of it only for a moment.
    for (let waits = 0; waits < 10 && !over.signal.aborted; await sleep(30)) {
      const waiting = await query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and $1 = any (pg_blocking_pids(pid))`,
        [rows[0]?.pid],
      )
      waits = waiting.length > 0 ? waits + 1 : 0
    }
    return over.signal.aborted
  })
  await done
  return isDone
}

const shares = (tx: Transaction) => lockPolicy(tx, 'shared')

const expires = async (tx: Transaction) => {
  await lockPolicy(tx, 'exclusive')
  await sql`update directory_user set expires_at = clock_timestamp() + interval '100 milliseconds'`.execute(
    tx,
  )
}
const swapsAddresses = async (tx: Transaction) => {
  await shares(tx)
  await sql`
    update directory_user set email = case email when 'bob@example.com' then 'ada@example.com' else 'bob@example.com' end`.execute(
    tx,
  )
  await sql`insert into directory_user (first_name, email) values ('New', 'new@example.com')`.execute(
    tx,
  )
}
const erases = async (tx: Transaction) => {
  await shares(tx)
  await sql`update identity set full_name = 'erased' where vendor_id = 'S1'`.execute(tx)
}

/** The group of people with a desk, according to the chat's profiles. */
async function groupByDesk(world: ImportWorld): Promise<void> {
  await world.query(`
    insert into resource (integration_id, type, vendor_id, name, handle)
    select id, 'chat_group', 'desks', 'desks', 'desks' from integration where handle = 'slack'`)
  await world.query(`update integration set policy_keys = '{desk}' where handle = 'slack'`)
  await importPolicy(world.database, deskPolicy, { actor: testActor })
}

const deskPolicy = `
rulesets:
  - resource: { type: chat_group, integration: slack, vendor_id: desks }
    state: managed
    rules:
      - key: desks
        role: member
        state: active
        conditions: [{ type: identity, integration: slack, profile_key: desk, operator: exists }]
`

const membersOfDesks = async ({ query }: ImportWorld) =>
  (
    await query<{ email: string }>(`
      select u.email from policy_user s join directory_user u on u.id = s.directory_user_id
      where s.deleted_at is null order by u.email`)
  ).map(({ email }) => email)

const holdersInSlack = async ({ query }: ImportWorld) =>
  (
    await query<{ email: string | null }>(`
      select u.email from identity i join integration n on n.id = i.integration_id
      left join directory_user u on u.id = i.directory_user_id
      where n.handle = 'slack' order by i.vendor_id`)
  ).map(({ email }) => email)

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

test('accounts that a condition reads wait, and admit their owners until they are gone', async () => {
  const world = await withAda()
  await groupByDesk(world)
  const account = slack('S1', 'ada@example.com')
  const load = () =>
    world.load('slack', [{ ...account, profile: { ...account.profile, desk: 'A1' } }])
  assert.equal(await isDoneBeside(world, shares, load), false)
  assert.deepEqual(await membersOfDesks(world), ['ada@example.com'])

  const others = [slack('S2', 'bob@example.com')]
  await world.load('slack', others)
  assert.deepEqual(await membersOfDesks(world), ['ada@example.com'], 'the list was partial')
  await world.load('slack', others, { isComplete: true })
  assert.deepEqual(await membersOfDesks(world), [])
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

test('what falls due while an import waits is settled, and the file is read once', async () => {
  const world = await withAda()
  const phases: string[] = []
  const load = () =>
    world.load('slack', [slack('S1', 'ada@example.com')], {
      onProgress: ({ phase }) => void phases.push(phase),
    })
  assert.equal(await isDoneBeside(world, expires, load), false)
  assert.deepEqual(await world.query('select state from directory_user'), [{ state: 'expired' }])
  assert.equal(phases.filter((phase) => phase === 'matching').length, 1)
})

test('an account comes to nobody who is deleted meanwhile', async () => {
  const world = await withAda()
  const [ada] = await world.query<{ id: string }>('select id from directory_user')
  const deletes = async (tx: Transaction) => {
    await shares(tx)
    await lockForRemoval(tx, ada?.id ?? '')
    const gone = { base_state: 'deactivated', deleted_at: new Date() } as const
    await updatePerson(tx, ada?.id ?? '', gone)
  }
  const load = () => world.load('slack', [slack('S1', 'ada@example.com')])
  assert.equal(await isDoneBeside(world, deletes, load), false)
  assert.deepEqual(
    await world.query(
      `select i.state, i.directory_user_id from identity i join integration n on n.id = i.integration_id
       where n.handle = 'slack'`,
    ),
    [{ state: 'orphan', directory_user_id: null }],
  )
})

test('whoever takes an address meanwhile takes it after the account is given', async () => {
  const world = await withAda()
  await world.load('okta', [okta('ada'), okta('bob')])
  const load = () =>
    world.load('slack', [slack('S1', 'ada@example.com'), slack('S2', 'new@example.com')])
  assert.equal(await isDoneBeside(world, swapsAddresses, load), true)
  // The person who had the address when the file was read has the other one now.
  assert.deepEqual(await holdersInSlack(world), ['bob@example.com', null])
  await world.load('slack', [slack('S1', 'ada@example.com'), slack('S2', 'new@example.com')])
  assert.deepEqual(await holdersInSlack(world), ['bob@example.com', 'new@example.com'])
})

test('whoever gets an account can be changed before the import has ended', async () => {
  const world = await withAda()
  let imported: Promise<unknown> = Promise.resolve()
  await world.database.transaction(async ({ tx }) => {
    // A row about her and its end hold the last thing that the import writes.
    const [ada] = await world.query<{ id: string }>('select id from directory_user')
    const about = { kind: 'directoryUser', id: ada?.id ?? '' } as const
    await record(tx, testActor, [{ event: 'directory.user.change', record: about }])
    await sql`select finish_change()`.execute(tx)
    imported = world.load('slack', [slack('S1', 'ada@example.com')])
    await untilWaiting(world)
    await sql`set local lock_timeout = '300ms'`.execute(tx)
    await sql`update directory_user set first_name = 'Augusta'`.execute(tx)
  })
  await imported
  assert.deepEqual(
    await world.query(`select u.first_name from directory_user u join identity i on i.directory_user_id = u.id
      join integration n on n.id = i.integration_id where n.handle = 'slack'`),
    [{ first_name: 'Augusta' }],
  )
})

test('what is erased meanwhile does not come back as an old value in the audit log', async () => {
  const world = await withAda()
  const account = slack('S1', 'ada@example.com')
  await world.load('slack', [account])
  const load = () =>
    world.load('slack', [{ ...account, profile: { ...account.profile, real_name: 'New' } }])
  assert.equal(await isDoneBeside(world, erases, load), false)
  const [row] = await world.query<{ old: string }>(
    `select p.changes -> 'full_name' ->> 'old' as old from audit_log_personal p join audit_log l on l.id = p.audit_log_id
     where l.event = 'directory.identity.change'`,
  )
  assert.equal(row?.old, 'erased')
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
