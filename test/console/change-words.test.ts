import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isImplied, keyWords, memberOf, valueWords } from '../../console/src/parts/change-words.ts'

test('keys of the log are named in words', () => {
  assert.equal(keyWords('manager_problem'), 'problem with the manager')
  assert.equal(keyWords('manager_id'), 'manager')
  assert.equal(keyWords('removal_limit_people'), 'removal limit people')
  assert.equal(keyWords('profile.cost_center'), 'cost_center')
})

test('states, managers and matches have words, and nothing is none', () => {
  assert.equal(valueWords('vendor_state', 'suspended'), 'Suspended')
  assert.equal(valueWords('manager_problem', 'unresolved'), 'nobody found')
  assert.equal(valueWords('linked_by', 'replaced'), 'replacement of an account')
  assert.equal(valueWords('manager_reference', null), 'none')
  assert.equal(valueWords('first_name', 'Ada'), undefined)
})

test('a state that is changed with another one in the same way is said once', () => {
  const ended = { old: 'active', new: 'suspended' }
  assert.ok(isImplied('base_state', { state: ended, base_state: ended }))
  assert.ok(!isImplied('state', { state: ended, base_state: ended }))
  assert.ok(
    !isImplied('vendor_state', { state: { old: null, new: 'active' }, vendor_state: ended }),
  )
})

test('a member is the account of the key, with a role', () => {
  const account = 'dridt_01kaf7m2t4e8j9p3q5r7s9v1wx'
  assert.equal(memberOf(`members.${account}`), account)
  assert.equal(memberOf('members'), undefined)
  assert.equal(valueWords(`members.${account}`, 'member'), 'Member')
})
