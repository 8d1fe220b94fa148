import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorlds, okta, slack } from '../../../test/import-world.ts'
import { integrationDefaults } from '../vendors.ts'
import { describeImport } from '../../cli/sources/describe-import.ts'

const importWorld = await importWorlds()

type Person = {
  state: string
  first_name: string
  email: string | null
  username: string | null
  provisioned_at: Date
  deprovisioned_at: Date | null
}

async function world(changes?: Parameters<typeof importWorld>[0]) {
  const { query, load } = await importWorld(changes)
  const person = async (vendorId: string) => {
    const [row] = await query<Person>(
      `select u.state, u.first_name, u.email, u.username, u.provisioned_at, u.deprovisioned_at
       from directory_user u join identity i on i.id = u.primary_identity_id where i.vendor_id = $1`,
      [vendorId],
    )
    assert.ok(row, `nobody has the account ${vendorId}`)
    return row
  }
  const state = async (vendorId: string) => (await person(vendorId)).state
  const change = (assignments: string) => query(`update directory_user set ${assignments}`)
  return { query, person, state, change, load }
}

test('a suspended primary account suspends its person until it is active again', async () => {
  const { load, state } = await world()
  await load('okta', [okta('ada')])
  const outcome = await load('okta', [okta('ada', { status: 'SUSPENDED' })])
  assert.equal(await state('ada'), 'suspended')
  assert.equal(outcome.people.suspended, 1)
  await load('okta', [okta('ada')])
  assert.equal(await state('ada'), 'active')
})

test('an account that was never activated makes a staged person, active when the account turns active', async () => {
  const { load, state } = await world()
  await load('okta', [okta('ada', { status: 'STAGED' })])
  assert.equal(await state('ada'), 'staged')
  await load('okta', [okta('ada', { status: 'STAGED' })])
  assert.equal(await state('ada'), 'staged')
  const outcome = await load('okta', [okta('ada')])
  assert.equal(await state('ada'), 'active')
  assert.equal(outcome.people.activated, 1)
})

test('a suspended account that is first seen makes a suspended person where its vendor says which accounts are new, and a staged one elsewhere', async () => {
  const { mapping } = integrationDefaults('idp', 'okta')
  const { account } = mapping
  const silent = {
    ...mapping,
    account: { ...account, state: { ...account.state, new_values: [] } },
  }
  for (const [changes, expected] of [
    [{}, 'suspended'],
    [{ mapping: silent }, 'staged'],
  ] as const) {
    const { load, state } = await world(changes)
    await load('okta', [okta('ada', { status: 'SUSPENDED' })])
    assert.equal(await state('ada'), expected)
    await load('okta', [okta('ada')])
    assert.equal(await state('ada'), 'active')
  }
})

test('an account that turns suspended before it was ever active suspends its person, whom an administrator activated too', async () => {
  const { load, state, change } = await world()
  for (const isActivated of [false, true]) {
    const id = isActivated ? 'bob' : 'ada'
    await load('okta', [okta(id, { status: 'STAGED' })])
    if (isActivated) await change(`base_state = 'active', base_state_set_by = 'administrator'`)
    await load('okta', [okta(id, { status: 'SUSPENDED' })])
    assert.equal(await state(id), 'suspended')
    await load('okta', [okta(id, { status: 'STAGED' })])
    assert.equal(await state(id), 'suspended', 'it is not new any more')
    await load('okta', [okta(id, { status: 'DEPROVISIONED' })])
    await load('okta', [okta(id, { status: 'STAGED' })])
    assert.equal(await state(id), 'staged', 'it begins again')
  }
})

test('a deactivated account deactivates its person with the time of it, and takes it back when active again', async () => {
  const { load, person } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  await load('okta', [okta('ada', { status: 'DEPROVISIONED' }), okta('bob')])
  const gone = await person('ada')
  assert.equal(gone.state, 'deactivated')
  assert.ok(gone.deprovisioned_at)
  await load('okta', [okta('ada'), okta('bob')])
  const back = await person('ada')
  assert.deepEqual([back.state, back.deprovisioned_at], ['active', null])
})

test('an account that is missing from a partial import stays as it is, and is counted', async () => {
  const { load, state, query } = await world()
  await load('okta', [okta('ada'), okta('bob'), okta('cyd', { status: 'DEPROVISIONED' })])
  await load('slack', [slack('U1', 'ada@example.com'), slack('U2', 'bob@example.com')])
  const outcome = await load('okta', [okta('bob'), okta('dan')])
  assert.equal(await state('ada'), 'active')
  assert.equal(outcome.people.created, 1)
  assert.equal(outcome.accounts.deactivated, 0)
  assert.deepEqual(outcome.missing, {
    keptBecause: 'partial',
    accountsToDeactivate: 1,
    peopleToDeactivate: 1,
    groupsToDeactivate: 0,
    membershipsToRemove: 0,
  })
  assert.match(
    describeImport(outcome),
    /\nmissing +1 left as they are: the import is partial; --complete would deactivate 1 account \(and 1 person\)/,
  )
  const events = await query(`select from audit_log where event like '%deactivate'`)
  assert.equal(events.length, 0)
  const { missing } = await load('slack', [slack('U2', 'bob@example.com')])
  assert.deepEqual([missing.accountsToDeactivate, missing.peopleToDeactivate], [1, 0])
})

test('absence from a complete import of the primary deactivates account and person', async () => {
  const { load, person, query } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  const outcome = await load('okta', [okta('bob')], { isComplete: true })
  assert.deepEqual([outcome.missing.keptBecause, outcome.missing.accountsToDeactivate], [null, 0])
  assert.equal(outcome.accounts.deactivated, 1)
  const gone = await person('ada')
  assert.equal(gone.state, 'deactivated')
  assert.ok(gone.deprovisioned_at)
  const events = await query<{ event: string }>(
    `select event from audit_log where event like '%deactivate' order by event`,
  )
  assert.deepEqual(
    events.map(({ event }) => event),
    ['directory.identity.deactivate', 'directory.user.deactivate'],
  )
})

test('absence from a complete import of another vendor deactivates the account only', async () => {
  const { load, state, query } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  await load('slack', [slack('U1', 'ada@example.com'), slack('U2', 'bob@example.com')])
  await load('slack', [slack('U2', 'bob@example.com')], { isComplete: true })
  const [identity] = await query<{ state: string }>(
    `select state from identity where vendor_id = 'U1'`,
  )
  assert.equal(identity?.state, 'deactivated')
  assert.equal(await state('ada'), 'active')
})

test('a complete import with bad rows deactivates no missing account: the bad row may be its row', async () => {
  const { load, state } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  const outcome = await load('okta', [okta('bob'), '{"id": "ada", ...'], { isComplete: true })
  assert.equal(await state('ada'), 'active')
  assert.deepEqual(
    [outcome.missing.keptBecause, outcome.missing.accountsToDeactivate],
    ['bad_rows', 1],
  )
  assert.match(
    describeImport(outcome),
    /a row whose id could not be read may be one of them \(line 2\)/,
  )
})

test('a person of whom one row is active and another one is not is active, in a file of any length', async () => {
  const { load, state } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  const others = Array.from({ length: 1500 }, (_, at) => okta(`other${at}`))
  for (const more of [[], others]) {
    const rows = [okta('ada', { status: 'DEPROVISIONED' }), okta('bob'), ...more, okta('ada')]
    const outcome = await load('okta', rows, { isComplete: more.length > 0 })
    assert.equal(await state('ada'), 'active')
    assert.deepEqual([outcome.rowsBad, outcome.notes], [0, 1])
  }
})

test('the source does not lift an expiry', async () => {
  const { load, state, change } = await world()
  await load('okta', [okta('ada')])
  await change(`expires_at = now() - interval '1 minute'`)
  await load('okta', [okta('ada', { profile: { title: 'New' } })])
  assert.equal(await state('ada'), 'expired')
})

test('the source does not lift what an administrator deactivated', async () => {
  const { load, state, change } = await world()
  await load('okta', [okta('ada')])
  await change(`base_state = 'deactivated', base_state_set_by = 'administrator'`)
  await load('okta', [okta('ada', { status: 'SUSPENDED' })])
  await load('okta', [okta('ada')])
  assert.equal(await state('ada'), 'deactivated')
})

test('the end of an account is dated even if an administrator had deactivated its person', async () => {
  const { load, person, change } = await world()
  await load('okta', [okta('ada'), okta('bob')])
  await change(`base_state = 'deactivated', base_state_set_by = 'administrator'`)
  await load('okta', [okta('bob', { profile: { title: 'New' } })], { isComplete: true })
  const [ada, bob] = [await person('ada'), await person('bob')]
  assert.deepEqual(
    [ada.state, bob.state, bob.deprovisioned_at],
    ['deactivated', 'deactivated', null],
  )
  assert.ok(ada.deprovisioned_at instanceof Date)
})

test('whom an administrator keeps active stays so until the account itself is deactivated', async () => {
  const { load, state, change } = await world()
  await load('okta', [okta('ada', { status: 'STAGED' }), okta('bob')])
  await change(`base_state = 'active', base_state_set_by = 'administrator'`)
  await load('okta', [okta('ada', { status: 'STAGED', profile: { title: 'New' } }), okta('bob')])
  assert.equal(await state('ada'), 'active')
  await load('okta', [okta('bob')], { isComplete: true })
  assert.equal(await state('ada'), 'deactivated')
})

test('whom an administrator activated is suspended once the account turns suspended, and follows it again', async () => {
  const { load, state, change } = await world()
  await load('okta', [okta('ada')])
  await change(`base_state = 'active', base_state_set_by = 'administrator'`)
  await load('okta', [okta('ada', { status: 'SUSPENDED' })])
  assert.equal(await state('ada'), 'suspended')
  await load('okta', [okta('ada')])
  assert.equal(await state('ada'), 'active')
})

test('whom an administrator activated while the account is suspended stays active as long as it is', async () => {
  const { load, state, change } = await world()
  await load('okta', [okta('ada')])
  await load('okta', [okta('ada', { status: 'SUSPENDED' })])
  await change(`base_state = 'active', base_state_set_by = 'administrator'`)
  await load('okta', [okta('ada', { status: 'SUSPENDED', profile: { title: 'New' } })])
  assert.equal(await state('ada'), 'active')
})

test('a deleted person stays as deleted', async () => {
  const { load, person, change } = await world()
  await load('okta', [okta('ada')])
  await change(`base_state = 'deactivated', deleted_at = now()`)
  await load('okta', [okta('ada', { profile: { firstName: 'Other' } })])
  const { state, first_name } = await person('ada')
  assert.deepEqual([state, first_name], ['deactivated', 'First ada'])
})

test('names, address and username follow the primary account, but not a username that was overridden', async () => {
  const { load, person, change } = await world()
  await load('okta', [okta('ada')])
  assert.equal((await person('ada')).username, 'ada')
  await load('okta', [
    okta('ada', { email: 'ada.l@example.com', profile: { firstName: 'Augusta' } }),
  ])
  const changed = await person('ada')
  assert.deepEqual(
    [changed.first_name, changed.email, changed.username],
    ['Augusta', 'ada.l@example.com', 'ada.l'],
  )
  await change(`username = 'countess', username_is_override = true`)
  await load('okta', [okta('ada', { email: 'new@example.com' })])
  assert.equal((await person('ada')).username, 'countess')
})

test('provisioned_at is when the primary account was made', async () => {
  const { load, person } = await world()
  await load('okta', [okta('ada', { created: '2019-05-06T07:08:09.000Z' })])
  assert.equal((await person('ada')).provisioned_at.toISOString(), '2019-05-06T07:08:09.000Z')
})

const account = (suspended: boolean) => ({
  kind: 'admin#directory#user',
  id: '1',
  primaryEmail: 'ada@example.com',
  name: { givenName: 'Ada', familyName: 'L' },
  suspended,
})

test('a vendor without a word for new accounts stages whom it first shows suspended', async () => {
  const { query, load } = await importWorld()
  await query(`update integration set is_primary = handle = 'google' where handle = 'okta'`)
  await query(`update integration set is_primary = true where handle = 'google'`)
  const state = async () =>
    (await query<{ state: string }>('select state from directory_user'))[0]?.state
  await load('google', [account(true)])
  assert.equal(await state(), 'staged')
  await load('google', [account(false)])
  await load('google', [account(true)])
  assert.equal(await state(), 'suspended')
})
