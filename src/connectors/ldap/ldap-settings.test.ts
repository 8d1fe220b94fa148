import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../config.ts'
import { addressOf, faultsIn } from './ldap-settings.ts'

const url = 'ldaps://ldap.acme.example'

test('the port of an address is the usual one of its scheme, unless it names one', () => {
  assert.deepEqual(addressOf({ url: 'ldaps://LDAP.acme.example/' }), {
    host: 'ldap.acme.example',
    port: 636,
  })
  assert.deepEqual(addressOf({ url: 'ldaps://[2001:DB8:0::1]' }), {
    host: '[2001:db8::1]',
    port: 636,
  })
  assert.equal(addressOf({ url: 'ldap://ldap.acme.example' }).port, 389)
  assert.equal(addressOf({ url: 'ldap://ldap.acme.example:3389' }).port, 3389)
})

const listed = (text: string) => readConfig({}, { MUSTER_CONNECTOR_HOSTS: text }).connectorHosts

test('hosts are listed as addresses have them, IPv6 in its usual form', () => {
  const { host, port } = addressOf({ url: 'ldaps://[2001:db8::1]' })
  assert.deepEqual(listed('LDAP.acme.example, [2001:DB8:0:0::1]:636'), [
    { host: 'ldap.acme.example', port: null },
    { host, port },
  ])
  for (const wrong of ['2001:db8::1', '[2001:db8::g]', '[]:636', '[::1]:0'])
    assert.throws(() => listed(wrong), /must be hosts/, wrong)
})

test('settings that can work have no fault', () => {
  assert.deepEqual(faultsIn({ url, bind_dn: 'cn=muster', people_filter: '(uid=*)' }), {})
  assert.deepEqual(faultsIn({ url: 'ldap://a.example', start_tls: true, bind_dn: 'cn=a' }), {})
  assert.deepEqual(faultsIn({ url: 'ldaps://[::1]:636' }), {})
  assert.deepEqual(faultsIn({ url: 'ldap://a.example' }), {}, 'without a name no password is sent')
})

test('a password is sent encrypted, unless someone says otherwise', () => {
  const plain = { url: 'ldap://a.example', bind_dn: 'cn=a' }
  assert.match(faultsIn(plain).url ?? '', /unencrypted: use ldaps:\/\/, or set `start_tls`/)
  assert.deepEqual(faultsIn({ ...plain, allow_unencrypted: true }), {})
})

test('what can’t be used is named', () => {
  assert.match(faultsIn({ url: 'ldaps://[::1%eth0]' }).url ?? '', /must be an address/)
  assert.match(faultsIn({ url, start_tls: true }).start_tls ?? '', /ldaps:\/\/ is encrypted/)
  assert.match(faultsIn({ url, ca: 'no certificate' }).ca ?? '', /PEM/)
  assert.match(faultsIn({ url, people_filter: '(&(uid=' }).people_filter ?? '', /RFC 4515/)
  assert.match(faultsIn({ url, attributes: ['UserPassword'] }).attributes ?? '', /secret/)
})

const faultOf = (filter: string, field: 'people_filter' | 'group_filter' = 'people_filter') =>
  faultsIn({ url, [field]: filter })[field]

test('a filter asks about no attribute that holds a secret', () => {
  for (const filter of [
    '(userPassword=*)',
    '(USERPASSWORD=a*)',
    '(&(cn=host1)(ms-Mcs-AdmPwd=a*))',
    '(|(cn=a)(!(unicodePwd>=a)))',
    '(&(!(|(sn=a)(msLAPS-Password<=b)))(cn=b))',
    '(krbPrincipalKey~=a)',
    '(userPassword:2.5.13.17:=a)',
    '(userPassword:dn:=a)',
  ])
    assert.match(
      faultOf(filter) ?? '',
      /^asks about (userPassword|USERPASSWORD|ms-Mcs-AdmPwd|unicodePwd|msLAPS-Password|krbPrincipalKey), which holds a secret/,
      filter,
    )
  assert.match(faultOf('(userPassword=*)', 'group_filter') ?? '', /userPassword/)
  // The attribute has options, or a number in place of its name.
  for (const filter of ['(userPassword;lang-en=a*)', '(2.5.4.35=a*)', '(oid.2.5.4.35=a*)'])
    assert.ok(faultOf(filter), filter)
  assert.match(faultOf('(:2.5.13.17:=a)') ?? '', /asks about every attribute/)
  for (const filter of [
    '(&(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))',
    '(&(pwdLastSet>=1)(memberOf:1.2.840.113556.1.4.1941:=cn=password,dc=a))',
    '(ou:dn:=people)',
  ])
    assert.equal(faultOf(filter), undefined, filter)
})
