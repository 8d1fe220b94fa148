import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accounts,
  incidentsWorld,
  omit,
  staff,
  type Feed,
  type IncidentsWorld,
} from './incidents-world.ts'

const numbered = (feed: Feed): Feed =>
  Object.fromEntries(
    Object.entries(feed).map(([id, account]) => [
      id,
      { employeeNumber: id, firstName: `Of ${id}`, ...account },
    ]),
  )
const before = numbered(staff)

/** `s01` has an account with another id, in another department. */
const moved: Feed = {
  ...omit(before, ['s01']),
  's01-new': { employeeNumber: 's01', firstName: 'Of s01', department: 'Legal', managerId: 'boss' },
}

async function world(first: Feed = before): Promise<IncidentsWorld> {
  const made = await incidentsWorld(first)
  await made.server.query(`update integration set employee_id_profile_key = 'employeeNumber'`)
  return made
}

/** The accounts of the person with this employee number. */
async function accountsOf({ server }: IncidentsWorld, number: string) {
  return server.query(
    `select i.vendor_id, i.state, u.state as person, u.primary_identity_id = i.id as is_primary
     from identity i join directory_user u on u.id = i.directory_user_id
     where i.profile ->> 'employeeNumber' = $1 order by i.vendor_id`,
    [number],
  )
}

const former = (fields: object = {}) => ({
  vendor_id: 's01',
  state: 'deactivated',
  person: 'active',
  is_primary: false,
  ...fields,
})
const renewed = (fields: object = {}) => ({
  vendor_id: 's01-new',
  state: 'active',
  person: 'active',
  is_primary: true,
  ...fields,
})

test('policy reads the account that replaces another one, and no longer the one that is gone', async () => {
  const { feed, members, ...rest } = await world()
  await feed(moved)
  assert.deepEqual(await accountsOf({ feed, members, ...rest }, 's01'), [former(), renewed()])
  assert.equal((await members('sellers')).length, 19)
})

test('an account that comes back takes its place again, and its person keeps their access', async () => {
  const made = await world()
  const stays = () =>
    made.server.query(
      `select p.id, p.directory_user_id, p.deleted_at from policy_user p join ruleset s on s.id = p.ruleset_id
       where s.resource_id is not null and p.deleted_at is null order by p.id`,
    )
  const first = await stays()
  const renumbered = { ...moved, 's01-new': { ...moved['s01-new'], department: 'Sales' } }
  await made.feed(renumbered)
  assert.deepEqual(await stays(), first)
  await made.feed(before)
  assert.deepEqual(await accountsOf(made, 's01'), [
    former({ state: 'active', is_primary: true }),
    renewed({ state: 'deactivated', is_primary: false }),
  ])
  assert.deepEqual(await stays(), first)
  await made.feed(renumbered)
  assert.deepEqual(await accountsOf(made, 's01'), [former(), renewed()])
  assert.deepEqual(await stays(), first)
})

test('an account that comes back beside the one that replaced it is read too, and takes its place when that one is gone', async () => {
  const made = await world()
  await made.feed(moved)
  await made.feed({ ...moved, s01: before['s01'] ?? {} })
  assert.deepEqual(await accountsOf(made, 's01'), [former({ state: 'active' }), renewed()])
  assert.equal((await made.members('sellers')).length, 20)
  await made.feed(before)
  assert.deepEqual(await accountsOf(made, 's01'), [
    former({ state: 'active', is_primary: true }),
    renewed({ state: 'deactivated', is_primary: false }),
  ])
})

test('a department that only replaced accounts have makes no attribute', async () => {
  const made = await world({
    ...before,
    s01: { employeeNumber: 's01', firstName: 'Of s01', department: 'Sales' },
  })
  const odd = { employeeNumber: 's01', firstName: 'Of s01', department: 'Legal' }
  await made.feed({ ...omit(before, ['s01']), 's01-new': odd })
  await made.server.query(
    `update identity set profile = profile || '{"department": "Attic"}' where vendor_id = 's01'`,
  )
  await made.feed({ ...omit(before, ['s01']), 's01-new': { ...odd, department: 'Ops' } })
  const { data } = (await made.server.get('/directory/attributes?page[size]=500', made.token)).body
  const names = data.map((each: { name: string }) => each.name)
  assert.ok(names.includes('Ops'), names.join())
  assert.ok(!names.includes('Attic'), names.join())
})

test('the other account of a person who is held waits too', async () => {
  const made = await world()
  await made.feed(moved)
  const both: Feed = { ...moved, s01: before['s01'] ?? {} }
  await made.feed(both)
  const swapped: Feed = {
    ...both,
    ...accounts('s', 20, { department: 'Legal', managerId: 'boss' }),
    's01-new': { ...both['s01-new'], firstName: 'Ada' },
  }
  const outcome = await made.feed(numbered(swapped))
  assert.equal(outcome.incident?.state, 'open')
  const held = await made.server.query<{ vendor_id: string }>(
    `select vendor_id from held_account h join identity i on i.id = h.identity_id where vendor_id like 's01%' order by 1`,
  )
  assert.deepEqual(held, [{ vendor_id: 's01' }, { vendor_id: 's01-new' }])
})
