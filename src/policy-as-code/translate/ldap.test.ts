import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCases } from './judge-for-tests.ts'
import { readLdap, translateFilter } from './ldap.ts'
import { accounts, cases } from './ldap-cases-for-tests.ts'

testCases('ldap', translateFilter, { accounts, cases })

test('of a list of entries those with a memberURL are read, each of its URLs as a way in', () => {
  const people = 'ldap:///ou=people,dc=acme,dc=test'
  const [sales, everybody, one, ...others] = readLdap([
    {
      dn: 'cn=sales,ou=groups,dc=acme,dc=test',
      cn: 'sales',
      memberURL: [
        `${people}??sub?(departmentNumber=Sales)`,
        `${people}??one?(title=Head%20of%20Sales)`,
      ],
    },
    { cn: 'by hand', member: 'uid=ada,ou=people,dc=acme,dc=test' },
    { cn: 'all', memberurl: 'ldap:///dc=acme,dc=test??sub?(objectClass=person)' },
    { cn: 'one', memberURL: 'ldap:///uid=ada,ou=people,dc=acme,dc=test??base' },
    { dn: 'cn=twice,ou=a', cn: 'twice', memberURL: `${people}??sub?(l=Berlin)` },
    { dn: 'cn=twice,ou=b', cn: 'Twice', memberURL: `${people}??sub?(l=Paris)` },
    { cn: 'of members', memberURL: `${people}?member?sub?(cn=other)` },
    { cn: 'bad', memberURL: `${people}??sub?(l=100%)` },
  ])
  assert.deepEqual(
    others.map(({ name, expression }) => [
      name,
      JSON.stringify(expression).replace(/^.*"why":"|"}.*$/g, ''),
    ]),
    [
      ['cn=twice,ou=a', 'another group is called twice too: the drafts name groups by it'],
      ['cn=twice,ou=b', 'another group is called Twice too: the drafts name groups by it'],
      ['of members', 'a URL with attributes or extensions has no counterpart'],
      ['bad', `${people}??sub?(l=100%) can't be read`],
    ],
  )
  assert.deepEqual(sales?.group, { type: 'idp_group', handle: 'sales' })
  assert.deepEqual(sales?.expression, {
    kind: 'any',
    of: [
      { kind: 'test', key: 'departmentNumber', operator: 'equals', value: 'Sales' },
      { kind: 'test', key: 'title', operator: 'equals', value: 'Head of Sales' },
    ],
  })
  assert.deepEqual(sales?.except, [
    'accounts that are not below ou=people,dc=acme,dc=test count too',
    'accounts that are not directly below ou=people,dc=acme,dc=test count too',
  ])
  assert.deepEqual(everybody?.expression, { kind: 'any', of: [{ kind: 'always' }] })
  assert.match(JSON.stringify(one?.expression), /it names one entry/)
})
