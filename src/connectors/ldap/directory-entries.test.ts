import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import type { RawRow } from '../file/raw-row.ts'
import { ofKind, plainTable, read } from '../../../test/read-export-text.ts'
import { ldapMapping } from './ldap-mapping.ts'
import { ldifMapping } from './ldif-mapping.ts'
import { relateEntries } from './related-entries.ts'

const entry = (name: string, ...lines: readonly string[]) =>
  `dn: ${name},DC=acme,DC=example\n${lines.join('\n')}\n`
const classes = (...names: readonly string[]) => names.map((name) => `objectClass: ${name}`)
const ada = [
  ...classes('top', 'person', 'organizationalPerson', 'user'),
  'cn: Ada Moreau',
  'givenName: Ada',
  'sn: Moreau',
  'mail: ada@acme.example',
  'sAMAccountName: amoreau',
  'whenCreated: 20200101000000.0Z',
  'accountExpires: 132223104000000000',
]

const directory = [
  entry('OU=Users', ...classes('top', 'organizationalUnit'), 'ou: Users', 'name: Users'),
  entry('CN=Ada Moreau,OU=Users', ...ada),
  entry(
    'CN=PC1,CN=Computers',
    ...classes('top', 'person', 'organizationalPerson', 'user', 'computer'),
    'cn: PC1',
    'sAMAccountName: PC1$',
  ),
  entry(
    'CN=Sync,CN=Managed Service Accounts',
    ...classes('msDS-GroupManagedServiceAccount'),
    'cn: Sync',
    'sAMAccountName: sync$',
  ),
  entry(
    'CN=Li,OU=Partners',
    ...classes('top', 'person', 'organizationalPerson', 'contact'),
    'cn: Li',
    'mail: li@partner.example',
  ),
  entry(
    'CN=Devs,OU=Groups',
    ...classes('top', 'group'),
    'cn: Devs',
    'mail: devs@acme.example',
    'sAMAccountName: devs',
    'member: CN=Ada Moreau,OU=Users,DC=acme,DC=example',
  ),
].join('\n')

async function summary(options: Parameters<typeof read>[2]) {
  const records = await read('idp', directory, { name: 'ad.ldif', ...options })
  return records.map((record) => {
    if (record.kind === 'account') return `account ${record.fullName} (${record.state})`
    if (record.kind === 'group') return `group ${record.name}`
    if (record.kind === 'membership') return `member ${record.accountVendorId}`
    return `${record.kind}: ${record.reason.replace(/, by (?:the mapping|its object class)$/, '')}`
  })
}

const others: readonly string[] = [
  'OU=Users',
  'CN=PC1,CN=Computers',
  'CN=Sync,CN=Managed Service Accounts',
  'CN=Li,OU=Partners',
]
const [first = '', ...rest] = others.map(
  (name) => `left_out: "${name},DC=acme,DC=example" is neither a person nor a group`,
)
const group = 'left_out: "CN=Devs,OU=Groups,DC=acme,DC=example" is a group'

for (const [name, mapping] of Object.entries({ ldap: ldapMapping, LDIF: ldifMapping }))
  test(`only people of a directory’s file are accounts by the mapping for ${name}, and its groups are groups`, async () => {
    assert.deepEqual(await summary({ mapping }), [
      first,
      'account Ada Moreau (deactivated)',
      ...rest,
      `${group}; import the groups of this file with --shape groups`,
    ])
    const groups = await summary({ mapping, shape: 'groups' })
    assert.deepEqual(groups.slice(-2), [
      'group Devs',
      'member cn=ada moreau,ou=users,dc=acme,dc=example',
    ])
    assert.equal(groups.filter((each) => each.startsWith('account')).length, 0)
  })

test('groups of a directory’s file are left out by a mapping that takes every row for a person', async () => {
  const mapping = { ...plainTable, account: { ...ldapMapping.account, when: [[]] } }
  assert.deepEqual(await summary({ mapping }), [
    first,
    'account Ada Moreau (deactivated)',
    ...rest,
    `${group}, which the mapping does not read`,
  ])
})

test('a table of a directory’s objects has no computers and groups among its people', async () => {
  const table = [
    'DistinguishedName,ObjectClass,Name,SamAccountName,mail',
    '"CN=PC1,DC=acme",computer,PC1,PC1$,',
    '"CN=Ada,DC=acme",user,Ada Moreau,amoreau,ada@acme.example',
    '"CN=Devs,DC=acme",group,Devs,devs,devs@acme.example',
  ].join('\n')
  const records = await read('idp', table, { mapping: ldapMapping })
  assert.deepEqual(
    records.map(({ kind }) => kind),
    ['left_out', 'account', 'left_out'],
  )
})

test('one name that is escaped in two ways is one person', async () => {
  const text = [
    entry('CN=Moreau\\, Ada,OU=Users', ...ada, 'objectGUID: 00112233-4455-6677-8899-aabbccddeeff'),
    entry(
      'CN=Li Wei,OU=Users',
      ...classes('top', 'person', 'user'),
      'cn: Li Wei',
      'sn: Wei',
      'sAMAccountName: lwei',
      'manager: cn=moreau\\2C  Ada , ou=Users,DC=acme,DC=example',
    ),
  ].join('\n')
  const accounts = ofKind(
    await read('file', text, { name: 'a.ldif', mapping: ldifMapping }),
    'account',
  )
  assert.equal(
    accounts.find(({ handle }) => handle === 'lwei')?.profile['managerId'],
    '00112233-4455-6677-8899-aabbccddeeff',
  )
})

const waitingFor = (manager: string) => (_: unknown, at: number) => ({
  kind: 'raw' as const,
  line: at,
  chars: 1,
  value: { dn: `cn=${at},dc=acme`, manager },
})

test('people whose manager is not in the file take time that grows with their number', () =>
  assertGrowsLinearly(4000, (size) =>
    Array.fromAsync(
      relateEntries(batchOf(Array.from({ length: size }, waitingFor('cn=boss,dc=acme')))),
    ),
  ))

test('names with very many blanks take time that grows with their length', () =>
  assertGrowsLinearly(16 * 1024, (size) =>
    Array.fromAsync(relateEntries(batchOf([waitingFor(`cn=${' '.repeat(size)}x`)(null, 1)]))),
  ))

async function* batchOf(rows: RawRow[]) {
  yield rows
}

test('a table of Get-ADUser without ids has people by their logins, and managers by the names in theirs', async () => {
  const table = [
    'SamAccountName,Name,GivenName,Surname,mail,Enabled,Manager',
    String.raw`ada,Ada Moreau,Ada,Moreau,ada@acme.example,True,"CN=Hopper\, Grace,OU=Eng,DC=acme,DC=example"`,
  ].join('\n')
  const [account] = ofKind(await read('file', table, { mapping: ldifMapping }), 'account')
  assert.deepEqual([account?.vendorId, account?.profile['managerName']], ['ada', 'Grace Hopper'])
})

const person = (name: string, ...lines: readonly string[]) =>
  entry(`UID=${name}`, ...classes('inetOrgPerson'), `uid: ${name}`, ...lines)

test('without a given name the common name completes the family name, if it has both', async () => {
  const people = [
    person('cko', 'cn: Cyrus Ko', 'sn: Ko'),
    person('svd', 'cn: Van Dyke Sam', 'sn: Van Dyke'),
    person('lw', 'cn: lw', 'sn: Wei'),
    person('am', 'cn: Ann Other', 'sn: Moreau'),
  ].join('\n')
  for (const mapping of [ldapMapping, ldifMapping]) {
    const records = ofKind(await read('idp', people, { name: 'people.ldif', mapping }), 'account')
    assert.deepEqual(
      records.map(({ firstName, lastName }) => `${firstName} / ${lastName}`),
      ['Cyrus / Ko', 'Sam / Van Dyke', ' / Wei', ' / Moreau'],
    )
  }
})

test('people have classes of an organisation’s own, and referrals are left out', async () => {
  const person = ['cn: Ada Moreau', 'sn: Moreau', 'uid: amoreau', 'mail: ada@acme.example']
  const text = [
    entry('uid=amoreau,ou=people', 'objectClass: acmeStaff', ...person),
    // A last name between blanks is written in base64.
    entry('uid=bdiaz,ou=people', 'objectClass: person', 'cn: Bo Diaz', 'sn:: IERpYXog'),
    entry('uid=lwei,ou=people', 'objectClass: OpenLDAPperson', 'cn: Li Wei', 'uid: lwei'),
    entry(
      'ou=far',
      ...classes('referral', 'extensibleObject'),
      'ref: ldap://far.example',
      'ou: far',
    ),
    entry('cn=li,ou=contacts', ...classes('top', 'person', 'contact'), 'cn: Li', 'sn: Li'),
  ].join('\n')
  const records = await read('idp', text, { name: 'people.ldif', mapping: ldifMapping })
  assert.deepEqual(
    records.map((record) => `${record.kind} ${record.kind === 'account' ? record.fullName : ''}`),
    ['account Ada Moreau', 'account Bo Diaz', 'account Li Wei', 'left_out ', 'left_out '],
  )
})
