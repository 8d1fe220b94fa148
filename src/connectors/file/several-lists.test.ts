import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainTable, read } from '../../../test/read-export-text.ts'
import { keycloak } from '../keycloak/keycloak.ts'
import { slackMapping } from '../slack/slack-mapping.ts'

async function summary(file: object, options: Parameters<typeof read>[2]) {
  const records = await read('idp', JSON.stringify(file), options)
  return records.map((record) => {
    if (record.kind === 'account') return `account ${record.fullName}`
    if (record.kind === 'group') return `group ${record.vendorId} in ${record.parentVendorId}`
    if (record.kind === 'membership') return `${record.accountVendorId} in ${record.groupVendorId}`
    return `${record.kind}: ${record.reason}`
  })
}

const realm = {
  realm: 'acme',
  groups: [
    {
      id: 'g1',
      name: 'eng',
      path: '/eng',
      subGroups: [{ id: 'g2', name: 'data', path: '/eng/data', subGroups: [] }],
    },
  ],
  clients: [{ id: 'c1', name: 'account' }],
  users: [
    { id: 'u1', username: 'ada', enabled: true, groups: ['/eng', '/eng/data'] },
    { id: 'u2', username: 'li', enabled: true, groups: ['/eng'] },
  ],
}

test('the export of a realm has its users, and with --shape groups its groups with their members', async () => {
  const again = 'a group; import the groups of this file with --shape groups'
  for (const file of [realm, { groups: realm.groups, users: realm.users }, { export: realm }]) {
    const mapping = keycloak.defaults.mapping
    assert.deepEqual(await summary(file, { mapping }), [
      'account ada',
      'account li',
      `left_out: "g1" is ${again}`,
      `left_out: "g2" is ${again}`,
    ])
    const other = 'an account; import the accounts of this file with --shape accounts'
    assert.deepEqual(await summary(file, { mapping, shape: 'groups' }), [
      `left_out: "u1" is ${other}`,
      `left_out: "u2" is ${other}`,
      'group g1 in null',
      'u1 in g1',
      'u2 in g1',
      'group g2 in g1',
      'u1 in g2',
    ])
  }
})

test('a realm that was written by hand, without lists of inner groups, has its users first too', async () => {
  const file = {
    realm: 'acme',
    groups: [{ id: 'g1', name: 'eng', path: '/eng', realmRoles: ['dev'] }],
    users: [{ username: 'ada', enabled: true, groups: ['/eng'] }],
  }
  const mapping = keycloak.defaults.mapping
  assert.deepEqual(await summary(file, { mapping }), [
    'account ada',
    'left_out: "g1" is a group; import the groups of this file with --shape groups',
  ])
  assert.deepEqual((await summary(file, { mapping, shape: 'groups' })).slice(1), [
    'group g1 in null',
    'ada in g1',
  ])
})

test('groups inside of groups of Keycloak are groups', async () => {
  assert.deepEqual(await summary(realm.groups, { mapping: keycloak.defaults.mapping }), [
    'group g1 in null',
    'group g2 in g1',
  ])
})

const people = [
  { id: 1, name: 'Ada Moreau', email: 'ada@acme.example' },
  { id: 2, name: 'Li Wei', email: 'li@acme.example' },
]
const groups = [{ id: 7, name: 'All staff', email: 'all@acme.example' }]

test('what a file lists beside its people is left out and named, in any order', async () => {
  const mapping = plainTable
  const accounts = ['account Ada Moreau', 'account Li Wei']
  const beside = 'left_out: 7 is in the list "groups", which the mapping does not read'
  assert.deepEqual(await summary({ users: people, groups }, { mapping }), [...accounts, beside])
  assert.deepEqual(await summary({ groups, users: people }, { mapping }), [beside, ...accounts])
  assert.deepEqual(await summary({ data: { users: people, groups } }, { mapping }), [
    ...accounts,
    beside,
  ])
  assert.deepEqual(await summary({ users: people, contacts: groups, total: 2 }, { mapping }), [
    ...accounts,
    'left_out: 7 is in the list "contacts" beside "users", which the mapping does not read',
  ])
})

const named = (list: string) =>
  `left_out: 7 is in the list "${list}", which the mapping does not read`

test('a list under any name of groups or people is not lost either', async () => {
  const mapping = plainTable
  const accounts = ['account Ada Moreau', 'account Li Wei']
  const userGroups = { userGroups: groups }
  const options = { mapping }
  assert.deepEqual(await summary({ ...userGroups, users: people }, options), [
    named('userGroups'),
    ...accounts,
  ])
  assert.deepEqual(await summary({ users: people, ...userGroups }, options), [
    ...accounts,
    named('userGroups'),
  ])
  assert.deepEqual(
    await summary({ users: people, former_employees: groups, schemas: ['a'] }, options),
    [
      ...accounts,
      'left_out: 7 is in the list "former_employees" beside "users", which the mapping does not read',
    ],
  )
})

test('a list of people is not lost under any key, before or after, or deeper', async () => {
  const others = [{ id: 7, name: 'Bo Berg', email: 'bo@acme.example' }]
  const options = { mapping: plainTable }
  const accounts = ['account Ada Moreau', 'account Li Wei']
  for (const key of ['contractors', 'interns', 'leavers', 'external', 'inactive', 'alumni']) {
    const beside = `left_out: 7 is in the list "${key}" beside "users", which the mapping does not read`
    const lists = { users: people, [key]: others }
    for (const file of [
      lists,
      { [key]: others, users: people },
      { users: people, more: { [key]: [null, ...others] } },
      { data: lists },
      { users: people, [key]: [{ id: 7, name: 'Bo Berg' }] },
    ])
      assert.deepEqual(await summary(file, options), [...accounts, beside], JSON.stringify(file))
  }
})

test('lists of one key in several objects are told apart', async () => {
  const leavers = [{ id: 8, name: 'Cy Roe', email: 'cy@acme.example' }]
  const data = { users: { nodes: people }, groups: { nodes: groups }, leavers: { nodes: leavers } }
  assert.deepEqual(await summary({ data }, { mapping: plainTable }), [
    'account Ada Moreau',
    'account Li Wei',
    named('groups'),
    'left_out: 8 is in the list "leavers" beside "nodes", which the mapping does not read',
  ])
})

test('what stands around a list and can not be read is a bad row: people may be in it', async () => {
  const text = `{"users": ${JSON.stringify(people)}, "leavers": [{"id": 7, oops}]}`
  const records = await read('idp', text, { mapping: plainTable })
  assert.deepEqual(
    records.map(({ kind }) => kind),
    ['account', 'account', 'bad'],
  )
})

test('columns and departments beside the people of a file are no people', async () => {
  const departments = [{ id: 'd1', name: 'Sales' }]
  const links = [{ rel: 'self', href: '/users' }]
  for (const file of [
    { fields: departments, users: people, links },
    { users: people, departments, meta: { columns: departments } },
  ])
    assert.deepEqual(await summary(file, { mapping: plainTable }), [
      'account Ada Moreau',
      'account Li Wei',
    ])
})

test('names and ids beside the people of a file are left out', async () => {
  const members = [{ id: 'U1', name: 'ada', deleted: false, profile: { real_name: 'Ada Moreau' } }]
  const file = { ok: true, members, channels: ['C1'], roles: ['admin'] }
  assert.deepEqual(await summary(file, { mapping: slackMapping }), [
    'account Ada Moreau',
    'left_out: in the list "channels", which the mapping does not read',
    'left_out: in the list "roles" beside "members", which the mapping does not read',
  ])
})

test('the total that a page announces is that of its first list', async () => {
  let unfinished: string | null = null
  const onUnfinished = (why: string) => (unfinished = why)
  const options = { mapping: plainTable, onUnfinished }
  await summary({ users: people, groups, total: 2 }, options)
  assert.equal(unfinished, null)
  await summary({ users: people, groups, total: 3 }, options)
  assert.match(String(unfinished), /announce 3 of "users"/)
})
