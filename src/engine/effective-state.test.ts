import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectiveState, isAway, isEligible } from './effective-state.ts'
import { now, person } from './facts-for-tests.ts'
import type { Person } from './model.ts'

function state(facts: Partial<Person>) {
  return effectiveState(person('p', facts), now)
}

function eligible(facts: Partial<Person>) {
  return isEligible(person('p', facts), null, now)
}

test('the state comes from the base and the end, in the order of the definition', () => {
  assert.equal(state({}), 'active')
  assert.equal(state({ expiresAt: now + 1 }), 'expiring')
  assert.equal(state({ expiresAt: now }), 'expired')
  assert.equal(state({ baseState: 'staged' }), 'staged')
  assert.equal(state({ baseState: 'staged', expiresAt: now + 1 }), 'staged')
  assert.equal(state({ baseState: 'staged', expiresAt: now }), 'expired')
  assert.equal(state({ baseState: 'suspended', expiresAt: now + 1 }), 'suspended')
  assert.equal(state({ baseState: 'suspended', expiresAt: now - 1 }), 'expired')
  assert.equal(state({ baseState: 'deactivated', expiresAt: now - 1 }), 'deactivated')
  assert.equal(state({ deletedAt: now }), 'deactivated')
})

test('only who is active or expiring and not deleted is eligible', () => {
  assert.equal(eligible({}), true)
  assert.equal(eligible({ expiresAt: now + 1 }), true)
  assert.equal(eligible({ expiresAt: now }), false)
  assert.equal(eligible({ baseState: 'staged' }), false)
  assert.equal(eligible({ baseState: 'suspended' }), false)
  assert.equal(eligible({ baseState: 'deactivated' }), false)
  assert.equal(eligible({ deletedAt: now }), false)
})

const away = (facts: Partial<Person>) => isAway(person('p', facts), now)

test('who is expired, deactivated or deleted is away, and who is staged or suspended is not', () => {
  assert.equal(away({ expiresAt: now }), true)
  assert.equal(away({ baseState: 'deactivated' }), true)
  assert.equal(away({ deletedAt: now }), true)
  assert.equal(away({}), false)
  assert.equal(away({ expiresAt: now + 1 }), false)
  assert.equal(away({ baseState: 'staged' }), false)
  assert.equal(away({ baseState: 'suspended' }), false)
})

test('a secondary user is eligible only while its parent is active or expiring', () => {
  const secondary = person('s', { parentId: 'p' })
  const under = (facts: Partial<Person>) => isEligible(secondary, person('p', facts), now)
  assert.equal(under({}), true)
  assert.equal(under({ expiresAt: now + 1 }), true)
  assert.equal(under({ baseState: 'suspended' }), false)
  assert.equal(under({ expiresAt: now }), false)
  assert.equal(under({ deletedAt: now }), false)
  assert.equal(isEligible(secondary, null, now), false)
})
