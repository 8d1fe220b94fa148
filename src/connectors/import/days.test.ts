import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorlds } from '../../../test/import-world.ts'
import { integrationDefaults } from '../vendors.ts'
import { settleDue } from '../../policy/manifests/settle.ts'

const importWorld = await importWorlds()
const { mapping: okta } = integrationDefaults('idp', 'okta')
const mapping = {
  ...okta,
  account: {
    ...okta.account,
    state: {
      ...okta.account.state,
      first_day: ['profile.first'],
      ended_at: ['profile.last'],
    },
  },
}

type Row = {
  id?: string
  first?: string
  last?: string
  status?: string
  zone?: string
  location?: object
  title?: string
}

function row({ id = 'ada', status = 'ACTIVE', ...profile }: Row) {
  const names = { login: id, firstName: id, lastName: 'L' }
  return { id, status, profile: { ...names, first: '', last: '', ...profile } }
}

async function world(settings: Parameters<typeof importWorld>[0] = {}) {
  const { query, load, database } = await importWorld({ mapping, ...settings })
  const person = async (id = 'ada') => {
    const [found] = await query<{
      id: string
      state: string
      expires: Date | null
      source: Date | null
      activates: Date | null
      account: string
      set_by: string
    }>(
      `select u.id, u.state, u.expires_at as expires, u.source_expires_at as source, u.activates_at as activates,
         i.vendor_state as account, u.base_state_set_by as set_by
       from directory_user u join identity i on i.id = u.primary_identity_id where i.vendor_id = $1`,
      [id],
    )
    assert.ok(found, `nobody has the account ${id}`)
    return found
  }
  const read = (...rows: Row[]) => load('okta', rows.map(row))
  const due = () => query<{ kind: string; at: Date }>('select kind, at from due_instant order by 1')
  return { query, database, person, read, load, due }
}

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
const at = (date: string) => new Date(`${date}T00:00:00.000Z`)

test('a last day that is to come is the end of the person, and one that is past ends the account, at a first import too', async () => {
  const { person, read, due } = await world()
  const last = day(10)
  await read({ last: `${last}T23:59:00+05:00` }, { id: 'bob', last: day(-1) })
  const ada = await person()
  assert.deepEqual([ada.state, ada.account, ada.expires], ['expiring', 'active', at(day(11))])
  const bob = await person('bob')
  assert.deepEqual([bob.state, bob.account], ['deactivated', 'deactivated'])
  assert.deepEqual(await due(), [{ kind: 'directory_user', at: at(day(11)) }])
  await read({ last: day(0) })
  assert.equal((await person()).state, 'expiring', 'the last day itself is not over')
})

test('a first day that is to come makes a staged person, who is active on it', async () => {
  const { person, read, due, query, database } = await world()
  await read({ first: day(3) })
  const ada = await person()
  assert.deepEqual([ada.state, ada.account, ada.activates], ['staged', 'suspended', at(day(3))])
  assert.deepEqual(await due(), [{ kind: 'directory_user_start', at: at(day(3)) }])
  await read({ first: day(5) })
  assert.deepEqual((await person()).activates, at(day(5)))
  // The day comes.
  await query(
    `update identity set days = jsonb_set(days, '{begins_at}', '"2020-01-01T00:00:00.000Z"')`,
  )
  await query(`update directory_user set activates_at = '2020-01-01T00:00:00.000Z'`)
  await settleDue(database)
  const begun = await person()
  assert.deepEqual([begun.state, begun.set_by, begun.activates], ['active', 'source', null])
  await read({ first: day(-1) })
  assert.deepEqual([(await person()).state, (await person()).account], ['active', 'active'])
})

test('a first day that is moved ahead makes an active person staged, and one that is removed makes them active', async () => {
  const { person, read } = await world()
  await read({ first: day(-3) })
  assert.equal((await person()).state, 'active')
  await read({ first: day(3) })
  assert.equal((await person()).state, 'staged')
  await read({})
  const ada = await person()
  assert.deepEqual([ada.state, ada.activates], ['active', null])
})

test('who is suspended at the source does not start on the first day', async () => {
  const { person, read } = await world()
  await read({ first: day(3), status: 'SUSPENDED' })
  assert.equal((await person()).activates, null)
})

test('a source that moves or removes a last day lifts what it caused', async () => {
  const { person, read, query } = await world()
  await read({ last: day(2) })
  await read({ last: day(4) })
  assert.deepEqual((await person()).expires, at(day(5)))
  // The day passes.
  await query(`update directory_user set source_expires_at = now() - interval '1 hour'`)
  assert.equal((await person()).state, 'expired')
  await read({ last: day(6) })
  assert.equal((await person()).state, 'expiring')
  await read({ last: day(-2) })
  assert.equal((await person()).state, 'deactivated')
  await read({})
  const ada = await person()
  assert.deepEqual([ada.state, ada.expires], ['active', null])
})

test('the end that an administrator set counts while it is set, and the source’s is kept apart', async () => {
  const { person, read, query } = await world()
  await read({ last: day(4) })
  await query(`update directory_user set expires_at = $1`, [at(day(2))])
  await read({ last: day(6) })
  let ada = await person()
  assert.deepEqual([ada.expires, ada.source], [at(day(2)), at(day(7))])
  await query(`update directory_user set expires_at = $1`, [at(day(30))])
  await read({ last: day(-1) })
  ada = await person()
  assert.deepEqual([ada.state, ada.account, ada.expires], ['expiring', 'deactivated', at(day(30))])
  await query('update directory_user set expires_at = null')
  assert.equal((await person()).state, 'expired', 'the source’s end has passed')
})

test('days begin and end in the time zone of the source, or in that of the person', async () => {
  const { person, read } = await world({
    timeZone: 'America/Los_Angeles',
    timeZoneProfileKey: 'zone',
  })
  const outcome = await read(
    { last: '2099-07-01' },
    { id: 'bob', last: '2099-07-01', zone: 'Asia/Tokyo' },
    { id: 'cy', last: '2099-07-01', zone: 'Middle Earth' },
  )
  assert.deepEqual((await person()).expires, new Date('2099-07-02T07:00:00Z'))
  assert.deepEqual((await person('bob')).expires, new Date('2099-07-01T15:00:00Z'))
  assert.deepEqual((await person('cy')).expires, new Date('2099-07-02T07:00:00Z'))
  assert.equal(outcome.notes, 1)
})

test('the zone of a person is read at a path too', async () => {
  const { person, read } = await world({ timeZoneProfileKey: 'location.timeZone' })
  const last = '2099-07-01'
  const outcome = await read(
    { last, location: { timeZone: 'Pacific/Auckland' } },
    { id: 'bob', last, location: { timeZone: 'Nowhere/X' } },
    { id: 'cy', last, location: { timeZone: ' ' } },
  )
  assert.deepEqual((await person()).expires, new Date('2099-07-01T12:00:00Z'))
  for (const id of ['bob', 'cy'])
    assert.deepEqual((await person(id)).expires, new Date('2099-07-02T00:00:00Z'))
  assert.equal(outcome.notes, 1)
})

test('a day before 1971, or a last day before the first, is none, with a note', async () => {
  const { person, read } = await world()
  const outcome = await read(
    { last: '1900-01-01T12:00:00Z' },
    { id: 'bob', first: day(-3), last: day(-5) },
    { id: 'cy', first: '1970-12-31' },
    { id: 'dee', last: '1971-01-01' },
  )
  for (const id of ['ada', 'bob', 'cy']) assert.equal((await person(id)).state, 'active', id)
  assert.equal((await person('dee')).state, 'deactivated')
  // That of somebody whom the source calls active is noted too.
  assert.equal(outcome.notes, 4)
})

test('who has ended at the source stays ended before the last day, with a note', async () => {
  const { person, read } = await world()
  const outcome = await read({ status: 'DEPROVISIONED', last: '2099-12-31' })
  assert.deepEqual([(await person()).state, outcome.notes], ['deactivated', 1])
})

test('of several rows the one in force counts, then one that is ahead, then the latest first day', async () => {
  const { query, read } = await world()
  const titleOf = async (...rows: Row[]) => {
    await read(...rows)
    const [found] = await query<{ title: string }>(
      `select profile ->> 'title' as title from identity`,
    )
    return found?.title
  }
  const inForce = { first: day(-9), last: day(9), title: 'in force' }
  const later = { first: day(-5), title: 'later' }
  const ahead = { first: day(5), title: 'ahead' }
  const over = { first: day(-2), last: day(-1), title: 'over' }
  const any = { title: 'without a day' }
  assert.equal(await titleOf(over, ahead), 'ahead')
  assert.equal(await titleOf(ahead, over, inForce), 'in force')
  assert.equal(await titleOf(any, over, ahead), 'without a day')
  assert.equal(await titleOf(any, inForce, ahead), 'in force')
  assert.equal(await titleOf(later, any, inForce), 'later')
  assert.equal(await titleOf({ ...later, status: 'SUSPENDED' }, inForce), 'in force')
})

test('a last day that is given or brought forward counts as an account end', async () => {
  const limits = { account_limit_people: 1, account_limit_percent: 0 }
  const { read, query, person } = await world({ limits })
  const ends = async () => (await query('select from account_end')).length
  await read({}, { id: 'bob', last: day(9) }, { id: 'cy' })
  assert.equal(await ends(), 0, 'a new account ends nothing')
  await read({ id: 'bob', last: day(10) })
  assert.equal(await ends(), 0, 'a later day')
  await read({ id: 'bob', last: day(5) })
  assert.equal(await ends(), 1, 'an earlier day')
  const outcome = await read({ last: day(20) })
  assert.ok(outcome.incident)
  assert.deepEqual([(await person()).state, (await person()).expires], ['active', null], 'held')
  await read({})
  assert.equal((await query(`select from incident where state = 'open'`)).length, 0)
  await read({ id: 'bob' })
  assert.equal(await ends(), 0, 'a day that is removed is no end')
})

test('that a last day passes, which was known, counts as no end again', async () => {
  const { read, query, person } = await world()
  await read({ last: day(3) })
  await query('delete from account_end')
  const past = '2026-01-02T00:00:00.000Z'
  await query(`update identity set days = jsonb_set(days, '{ends_at}', to_jsonb($1::text))`, [past])
  await query('update directory_user set source_expires_at = $1', [past])
  assert.equal((await person()).state, 'expired')
  await read({ last: '2026-01-01' })
  assert.equal((await person()).state, 'deactivated')
  assert.equal((await query('select from account_end')).length, 0)
})
