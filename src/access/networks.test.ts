import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { canonicalNetwork, isIn, isWithin, networksOf } from './networks.ts'

test('an address is in the networks of its version, and an IPv4 address in IPv6 is that IPv4 address', () => {
  for (const [network, inside, outside] of [
    [
      '10.0.0.0/8',
      ['10.1.2.3', '::ffff:10.1.2.3', '::FFFF:0a01:203', '0:0:0:0:0:ffff:a01:203'],
      ['11.0.0.1', '::10.1.2.3', ''],
    ],
    ['203.0.113.7', ['203.0.113.7'], ['203.0.113.6', '203.0.113.8']],
    ['0.0.0.0/0', ['8.8.8.8', '::ffff:808:808'], ['2001:db8::1', '::1']],
    ['::/0', ['2001:db8::1', '::1', 'fe80::1%eth0'], ['8.8.8.8', '::ffff:8.8.8.8']],
    ['2001:db8::/33', ['2001:db8:7fff:ffff::1'], ['2001:db8:8000::1', 'unknown']],
    ['::ffff:10.0.0.0/104', ['10.9.9.9'], ['11.0.0.1']],
  ] as const) {
    const networks = networksOf([network])
    for (const address of inside) assert.ok(isIn(networks, address), `${address} in ${network}`)
    for (const address of outside)
      assert.ok(!isIn(networks, address), `${address} not in ${network}`)
  }
})

test('a network has one spelling, and what is none has none', () => {
  for (const [text, canonical] of [
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.0.0.7', '10.0.0.7/32'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['::1', '::1/128'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::/0', '::/0'],
    ['10.0.0.7/8', undefined],
    ['2001:db8::1/64', undefined],
    ['10.0.0.0/33', undefined],
    ['::/129', undefined],
    ['10.0.0/8', undefined],
    ['010.0.0.1', undefined],
    ['fe80::1%eth0', undefined],
    ['10.0.0.0/', undefined],
    ['any', undefined],
    ['', undefined],
  ] as const)
    assert.equal(canonicalNetwork(text), canonical, text)
})

const within = (text: string, ...others: string[]) => isWithin(text, networksOf(others))

test('a network is within another of its version that is no smaller', () => {
  assert.ok(within('10.1.0.0/16', '192.0.2.0/24', '10.0.0.0/8'))
  assert.ok(within('10.0.0.0/8', '10.0.0.0/8'))
  assert.ok(!within('10.0.0.0/7', '10.0.0.0/8'))
  assert.ok(!within('10.0.0.0/8', '::/0'))
  assert.ok(within('2001:db8::/48', '::/0'))
})

test('any address is in the network of its first bits, in each spelling', () => {
  fc.assert(
    fc.property(
      fc.ipV6().filter((text) => isIP(text) === 6),
      fc.ipV4(),
      (six, four) => {
        for (const address of [six, four, `::ffff:${four}`]) {
          const one = canonicalNetwork(address)
          assert.ok(one !== undefined && isIn(networksOf([one]), address), address)
          assert.equal(canonicalNetwork(one), one)
        }
      },
    ),
  )
})
