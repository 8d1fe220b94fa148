import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dnKey } from './dn.ts'
import { guidOf } from '../file/ldif-value.ts'

const same = (one: string, other: string) => assert.equal(dnKey(one), dnKey(other))

test('names are equal in any case, with any blanks, and however they are escaped', () => {
  same('CN=Ada  Moreau,OU=People,DC=acme', 'cn=ada moreau, ou=people , dc=ACME')
  same('cn=Moreau\\, Ada,dc=acme', 'cn=Moreau\\2C Ada,dc=acme')
  same('cn=J\\c3\\b6rg,dc=acme', 'cn=Jörg,dc=acme')
  same('uid=a+cn=b,dc=acme', 'CN=b + UID=a,dc=acme')
})

test('names in one container are equal by their own part and however the container is written', () => {
  same('cn=a;dc=acme', 'cn=a,dc=acme')
  same('cn=a,dc=acme,', 'cn=a,,dc=acme')
  same('cn=a,', 'cn=a')
  same('cn=a,cn=b\\, c,dc=acme', 'cn=a,cn=b\\2c c, DC=acme')
  assert.notEqual(dnKey('cn=a,dc=acme'), dnKey('cn=b,dc=acme'))
})

test('names that differ stay apart', () => {
  assert.notEqual(dnKey('cn=a\\,dc=acme'), dnKey('cn=a,dc=acme'))
  assert.notEqual(dnKey('cn=a\\+b,dc=acme'), dnKey('cn=a+b=c,dc=acme'))
  assert.notEqual(dnKey('cn=a,ou=x,dc=acme'), dnKey('cn=a,dc=acme'))
})

test('a GUID is written as the tools of Active Directory write it', () => {
  const bytes = Buffer.from('33221100554477668899aabbccddeeff', 'hex')
  assert.equal(guidOf(bytes), '00112233-4455-6677-8899-aabbccddeeff')
  assert.equal(guidOf(Buffer.alloc(3)), null)
})
