import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { importWorlds, okta } from '../../../test/import-world.ts'
import { ofKind, plainTable, read } from '../../../test/read-export-text.ts'
import { completeMapping } from '../file/complete-mapping.ts'
import { interpretExport } from '../probe/interpret-export.ts'

const importWorld = await importWorlds()

const table = `group,group_id,email,account_id
Backend,7,ada@example.com,
Backend,7,,bob
Empty,8,,
Backend,7,cy@example.com,
,,ada@example.com,
`

test('a table with a line for each member is read as groups with their members', async () => {
  const records = await read('idp', table, { mapping: plainTable })
  assert.deepEqual(
    ofKind(records, 'group').map(({ vendorId, name, resourceType }) => [
      vendorId,
      name,
      resourceType,
    ]),
    [
      ['7', 'Backend', 'idp_group'],
      ['8', 'Empty', 'idp_group'],
    ],
  )
  assert.deepEqual(
    ofKind(records, 'membership').map((each) => [
      each.groupVendorId,
      each.accountEmail ?? each.accountVendorId,
      each.role,
    ]),
    [
      ['7', 'ada@example.com', 'member'],
      ['7', 'bob', 'member'],
      ['7', 'cy@example.com', 'member'],
    ],
  )
  assert.deepEqual(
    ofKind(records, 'bad').map(({ line, reason }) => [line, reason]),
    [[6, 'no group (looked at group_id, group)']],
  )
})

test('where people are told apart by their address, a table of addresses is of people', async () => {
  const mapping = completeMapping({
    account: { vendor_id: ['email'], email: ['email'], full_name: ['email'] },
  })
  const text = 'group,email\nBackend,ada@example.com\n'
  const records = await read('idp', text, { mapping })
  assert.deepEqual(
    records.map(({ kind }) => kind),
    ['account'],
  )
})

test('a file of which someone says what it lists is read as that', async () => {
  const text = 'group,email\nBackend,ada@example.com\n'
  const group = { resourceType: 'idp_group', vendorId: '7' } as const
  const records = await read('idp', text, { mapping: plainTable, group })
  assert.deepEqual(ofKind(records, 'group'), [])
})

test('the members are found among the accounts of the source, whatever its mapping is', async () => {
  const { query, load } = await importWorld()
  await load('okta', [okta('ada'), okta('bob')])
  const rows = [
    { group: 'Backend', email: 'ada@example.com' },
    { group: 'Backend', email: 'nobody@example.com' },
    { group: 'Sales', email: 'bob@example.com' },
  ]
  const { groups, memberships, notes } = await load('okta', rows)
  assert.deepEqual([groups.created, memberships.added, memberships.unknown, notes], [2, 2, 1, 1])
  const members = () =>
    query(`select r.name, r.state, i.vendor_id from resource r left join resource_member m on m.resource_id = r.id
      left join identity i on i.id = m.identity_id order by r.name`)
  assert.deepEqual(await members(), [
    { name: 'Backend', state: 'active', vendor_id: 'ada' },
    { name: 'Sales', state: 'active', vendor_id: 'bob' },
  ])
  // A complete table leaves the accounts alone.
  const later = await load('okta', rows.slice(0, 1), { isComplete: true })
  assert.deepEqual([later.groups.deactivated, later.accounts.deactivated], [1, 0])
  const [, sales] = await members()
  assert.deepEqual(sales, { name: 'Sales', state: 'deactivated', vendor_id: null })
})

test('a probe asks nothing about it', async () => {
  const { product, questions } = await interpretExport({
    source: { stream: Readable.from([Buffer.from(table)]), name: 'members.csv' },
    most: 100,
  })
  assert.deepEqual([product.name, questions], ['muster', []])
})
