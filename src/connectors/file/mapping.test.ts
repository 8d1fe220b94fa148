import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { integrationDefaults } from '../vendors.ts'
import { Mapping } from './mapping.ts'
import { tableOf } from './check-mapping.ts'

const vendors = ['idp', 'suite', 'codehost', 'chat', 'file'] as const

test('every default mapping is plain JSON that its own schema accepts', () => {
  for (const vendor of vendors) {
    const { mapping } = integrationDefaults(vendor, '')
    assert.deepEqual(JSON.parse(JSON.stringify(mapping)), mapping)
    assert.deepEqual([...Value.Errors(Mapping, mapping)], [], vendor)
  }
})

test('a mapping with an unknown key, state or resource type is refused', () => {
  const { mapping } = integrationDefaults('idp', 'okta')
  assert.equal(Value.Check(Mapping, { ...mapping, extra: 1 }), false)
  const states = {
    sources: [{ path: 'x', values: { a: 'asleep' } }],
    otherwise: 'active',
    new_values: [],
  }
  assert.equal(
    Value.Check(Mapping, { ...mapping, account: { ...mapping.account, state: states } }),
    false,
  )
  const groups = mapping.groups.map((group) => ({ ...group, resource_type: 'castle' }))
  assert.equal(Value.Check(Mapping, { ...mapping, groups }), false)
})

test('table keys of the defaults are lower case, as values are compared', () => {
  for (const vendor of vendors) {
    const { account, groups, memberships } = integrationDefaults(vendor, '').mapping
    const tables = [
      ...account.state.sources.map((source) => tableOf(source, account.state)),
      ...groups.map(({ members }) => members.role.values),
      ...memberships.map(({ member }) => member.role.values),
    ]
    for (const key of tables.flatMap((table) => Object.keys(table)))
      assert.equal(key, key.toLowerCase())
  }
})

test('every default mapping leaves room for changes when it is tried with a file', () => {
  // mapping_bytes of a probe has six figures.
  for (const vendor of vendors) {
    const { mapping } = integrationDefaults(vendor, '')
    assert.ok(Buffer.byteLength(JSON.stringify(mapping)) < 160_000, vendor)
  }
})
