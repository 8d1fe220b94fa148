import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeMapping } from './complete-mapping.ts'
import { ofKind, read } from '../../../test/read-export-text.ts'

const people = [
  { id: '1', firstName: 'Ada', lastName: 'Moreau', email: 'ada@acme.example' },
  { id: '2', firstName: 'Li', lastName: 'Wei', email: 'li@acme.example' },
]

const envelopes: Readonly<Record<string, object>> = {
  'a report of Workday': { Report_Entry: people },
  'a list of employees': { fields: [{ id: 'firstName' }], employees: people },
  'OData in an object of its own': { d: { results: people, __count: '2' } },
  'embedded users': {
    _links: { self: { href: '/users' } },
    _embedded: { users: people },
    count: 2,
  },
  'SCIM resources': { schemas: ['urn'], totalResults: 2, Resources: people },
}

for (const [name, envelope] of Object.entries(envelopes)) {
  test(`${name} is read, on one line and on many`, async () => {
    for (const indent of [0, 2]) {
      for (const chunk of [7, 10_000]) {
        const records = await read('file', JSON.stringify(envelope, null, indent), { chunk })
        assert.deepEqual(
          ofKind(records, 'account').map(({ line, fullName }) => `${line} ${fullName}`),
          ['1 Ada Moreau', '2 Li Wei'],
        )
      }
    }
  })
}

test('a page deeper in an envelope that leads to another one is not all of the list', async () => {
  let unfinished = ''
  const page = { data: { users: people, next_cursor: 'x' } }
  await read('file', JSON.stringify(page), { onUnfinished: (why) => (unfinished = why) })
  assert.equal(unfinished, 'every page of "users" leads to another one (next_cursor)')
})

test('a person with lists of their own is no envelope', async () => {
  const rows = [1, 2].map((id) => ({ employee_id: id, full_name: `P ${id}`, teams: ['x', 'y'] }))
  const records = await read('file', rows.map((row) => JSON.stringify(row)).join('\n'))
  assert.deepEqual(
    ofKind(records, 'account').map(({ vendorId }) => vendorId),
    ['1', '2'],
  )
})

test('the answers of Elasticsearch and of JSON-RPC are lists', async () => {
  const staff = [
    { name: 'Ada Moreau', email: 'ada@acme.example', status: 'active' },
    { name: 'Li Wei', email: 'li@acme.example', status: 'terminated' },
  ]
  const answers = [
    {
      took: 1,
      hits: {
        total: { value: 2 },
        hits: staff.map((_source, at) => ({ _index: 'people', _id: String(at), _source })),
      },
    },
    { jsonrpc: '2.0', id: 7, result: staff.map((each, id) => Object.assign({ id }, each)) },
  ]
  for (const answer of answers)
    assert.deepEqual(
      ofKind(await read('file', JSON.stringify(answer)), 'account').map(
        ({ fullName, email, state }) => `${fullName}, ${email}, ${state}`,
      ),
      ['Ada Moreau, ada@acme.example, active', 'Li Wei, li@acme.example, deactivated'],
    )
})

const byAddress = completeMapping({
  account: {
    vendor_id: ['email'],
    email: ['email'],
    full_name: ['fullname', 'name'],
    state: { sources: [{ path: 'disabled', values: { true: 'suspended', false: 'active' } }] },
  },
})

test('people by their keys are found inside of envelopes, beside other things', async () => {
  const byKey = {
    ada: { email: 'ada@acme.example', fullname: 'Ada Moreau', disabled: false },
    li: { email: 'li@acme.example', fullname: 'Li Wei', disabled: true },
  }
  for (const answer of [
    { total: 2, Users: byKey, Groups: { Sales: ['ada@acme.example'] }, invited: [] },
    { ocs: { meta: { status: 'ok' }, data: { users: byKey } } },
    { errcode: 0, errmsg: 'ok', result: { has_more: false, list: Object.values(byKey) } },
    { Employees: { Employee: Object.values(byKey) } },
    { QueryResponse: { Employee: Object.values(byKey), startPosition: 1 }, time: '2024-01-01' },
    {
      collection: Object.values(byKey).map(({ fullname: name, ...user }) => ({
        user: { name, ...user },
      })),
    },
  ])
    assert.deepEqual(
      ofKind(await read('file', JSON.stringify(answer), { mapping: byAddress }), 'account').map(
        ({ fullName, email, state }) => `${fullName}, ${email}, ${state}`,
      ),
      ['Ada Moreau, ada@acme.example, active', 'Li Wei, li@acme.example, suspended'],
    )
  const person = { name: 'Ada Moreau', email: 'ada@acme.example', apps: { users: byKey } }
  assert.deepEqual(
    ofKind(await read('file', JSON.stringify(person), { mapping: byAddress }), 'account').map(
      ({ fullName }) => fullName,
    ),
    ['Ada Moreau'],
  )
})

test('a person with people of their own is a person', async () => {
  const delegates = ['li', 'bo'].map((name) => ({ name, email: `${name}@acme.example` }))
  const profile = { name: 'Ada Moreau', email: 'ada@acme.example' }
  const records = await read('file', JSON.stringify([{ id: '1', profile, delegates }]))
  assert.deepEqual(
    ofKind(records, 'account').map(({ fullName, email }) => `${fullName}, ${email}`),
    ['Ada Moreau, ada@acme.example'],
  )
})
