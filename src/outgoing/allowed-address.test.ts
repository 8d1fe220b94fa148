import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayConnect } from './allowed-address.ts'

test('a source may be anywhere but at link-local, multicast and unspecified addresses', () => {
  for (const address of ['203.0.113.7', '10.1.2.3', '192.168.0.9', '2001:db8::1', 'fd12::1'])
    assert.equal(mayConnect('git.acme.example', address), true, address)
  const refused = [
    '169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    'ff02::1',
  ]
  const inside = [
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '255.255.255.255',
  ]
  for (const address of [...refused, ...inside, 'fd00:ec2::254', 'none'])
    assert.equal(mayConnect('git.acme.example', address), false, address)
})

test('Muster’s own machine is reached only by its address or localhost', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    assert.equal(mayConnect('git.acme.example', address), false, address)
    assert.equal(mayConnect('localhost', address), true, address)
    assert.equal(mayConnect('127.0.0.1', address), true, address)
  }
})
