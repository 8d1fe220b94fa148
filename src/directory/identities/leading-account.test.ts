import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  incidentsWorld,
  omit,
  staff,
  type Account,
  type Feed,
} from '../../../test/incidents-world.ts'

const first: Account = { department: 'Sales', employeeNumber: 'E-1', firstName: 'Ada' }
const second: Account = { department: 'Legal', employeeNumber: 'E-2', firstName: 'Augusta' }
const both: Feed = { ...staff, s03: first, 's03-b': second }

/** A world where one person has the accounts `s03` and `s03-b`, both active; `s03` was there first. */
async function world() {
  const made = await incidentsWorld({ ...staff, s03: first })
  const { server, token, feed } = made
  await server.query(`update integration set employee_id_profile_key = 'employeeNumber'`)
  await feed(both)
  const identity = async (vendorId: string) => {
    const { data } = (
      await server.get(`/directory/identities?filter[vendor_id]=${vendorId}`, token)
    ).body
    return data[0]
  }
  const { directory_user_id: owner } = await identity('s03')
  const linked = await server.call(
    'POST',
    `/directory/identities/${(await identity('s03-b')).id}/link`,
    {
      token,
      body: { directory_user_id: owner, reason: 'The second contract of one person' },
    },
  )
  assert.equal(linked.status, 200, linked.text)
  const person = async () => {
    const { body } = await server.get(`/directory/users/${owner}`, token)
    const { state, first_name, email, employee_id, timestamp } = body
    return { state, first_name, email, employee_id, left: timestamp.deprovisioned_at !== null }
  }
  const isIn = async (department: string) => {
    const people = await server.query(
      `select from directory_user u join qualification q on q.directory_user_id = u.id join rule r on r.id = q.rule_id
       join ruleset s on s.id = r.ruleset_id join attribute a on a.id = s.attribute_id
       where u.id = (select directory_user_id from identity where vendor_id = 's03') and a.name = $1`,
      [department],
    )
    return people.length > 0
  }
  const departments = async () => [await isIn('Sales'), await isIn('Legal')]
  const ends = async () => (await server.query('select from account_end')).length
  return { ...made, owner, person, departments, ends }
}

const ada = {
  state: 'active',
  first_name: 'Ada',
  email: 's03@example.com',
  employee_id: 'E-1',
  left: false,
}
const augusta = { ...ada, first_name: 'Augusta', email: 's03-b@example.com', employee_id: 'E-2' }

test('a leaver with a second active account has not left: all comes from that one, and each end counts', async () => {
  const { feed, person, departments, ends } = await world()
  assert.deepEqual([await person(), await departments()], [ada, [true, true]])

  const { reportPath, people, ...outcome } = await feed(omit(both, ['s03']))
  assert.deepEqual([await person(), await departments()], [augusta, [false, true]])
  assert.deepEqual([people.deactivated, outcome.accounts.deactivated, await ends()], [0, 1, 1])
  assert.ok(reportPath)

  await feed(omit(both, ['s03', 's03-b']))
  assert.deepEqual(await person(), { ...augusta, state: 'deactivated', left: true })
  assert.deepEqual([await departments(), await ends()], [[false, true], 2])

  await feed({ ...omit(both, ['s03-b']) })
  assert.deepEqual([await person(), await departments()], [ada, [true, false]])
})

test('suspension is no leaving: an active account leads before a suspended one, whose values are still read', async () => {
  const { feed, person, departments } = await world()
  await feed({ ...both, s03: { ...first, status: 'SUSPENDED' } })
  assert.deepEqual([await person(), await departments()], [augusta, [true, true]])
  await feed({ ...omit(both, ['s03-b']), s03: { ...first, status: 'SUSPENDED' } })
  assert.deepEqual(
    [await person(), await departments()],
    [{ ...ada, state: 'suspended' }, [true, false]],
  )
})

test('a partial import says how many people would leave: none whose other account is listed or stays', async () => {
  const { feed } = await world()
  const { missing } = await feed(omit(both, ['s03']), { isComplete: false })
  assert.deepEqual([missing.accountsToDeactivate, missing.peopleToDeactivate], [1, 0])
  const without = await feed(omit(both, ['s03', 's03-b']), { isComplete: false })
  assert.deepEqual(
    [without.missing.accountsToDeactivate, without.missing.peopleToDeactivate],
    [2, 1],
  )
})

test('the managers of a person are those that the leading account names', async () => {
  const { feed, server, token, owner } = await world()
  const names: Feed = {
    ...both,
    s03: { ...first, managerId: 'boss' },
    's03-b': { ...second, managerId: 's04' },
  }
  const manager = async () => {
    const { body } = await server.get(`/directory/users/${owner}`, token)
    return body.included.user_manager?.email ?? null
  }
  await feed(names)
  assert.equal(await manager(), 'boss@example.com')
  await feed(omit(names, ['s03']))
  assert.equal(await manager(), 's04@example.com')
})
