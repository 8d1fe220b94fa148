import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contradict } from './contradictions.ts'
import { profileIs } from './facts-for-tests.ts'
import type { Condition, Operator } from './model.ts'

type Written = [operator: Operator, value: string | null]

/** Whether two conditions on one key of the primary integration contradict each other, in either order. */
function ofOneKey([a, x]: Written, [b, y]: Written): boolean {
  const [one, other] = [profileIs('unit', a, x), profileIs('unit', b, y)]
  const verdict = contradict(one, other, 'idp')
  assert.equal(contradict(other, one, 'idp'), verdict)
  return verdict
}

test('a value that another condition denies contradicts it, and another value does not', () => {
  assert.ok(ofOneKey(['equals', 'Sales'], ['not_equals', 'sales']))
  assert.ok(!ofOneKey(['equals', 'Sales'], ['not_equals', 'Legal']))
  assert.ok(ofOneKey(['equals', 'Sales, inc'], ['not_equals', 'Sales, inc']))
  assert.ok(!ofOneKey(['equals', 'Sales'], ['equals', 'Legal']), 'a key may hold a list')
})

test('a list contradicts what denies all of its values', () => {
  const list = JSON.stringify(['Sales', 'Legal'])
  assert.ok(ofOneKey(['in', list], ['not_in', list]))
  assert.ok(!ofOneKey(['in', list], ['not_equals', 'Sales']))
  assert.ok(!ofOneKey(['in', list], ['not_equals', list]))
})

test('a part contradicts what denies a part of it', () => {
  assert.ok(ofOneKey(['starts_with', 'Sales EU'], ['not_contains', 'sales']))
  assert.ok(ofOneKey(['ends_with', 'EU Sales'], ['not_contains', 'sales']))
  assert.ok(!ofOneKey(['contains', 'Sal'], ['not_contains', 'sales']))
  assert.ok(!ofOneKey(['contains', 'sales'], ['not_equals', 'sales']))
})

test('no value contradicts each condition that needs one', () => {
  assert.ok(ofOneKey(['not_exists', null], ['equals', 'Sales']))
  assert.ok(ofOneKey(['not_exists', null], ['exists', null]))
  assert.ok(!ofOneKey(['not_exists', null], ['not_exists', null]))
})

test('another key or another integration contradicts nothing', () => {
  const [sales, never] = [profileIs('unit', 'equals', 'x'), profileIs('unit', 'not_equals', 'x')]
  assert.ok(!contradict(sales, { ...never, profileKey: 'team' }, 'idp'))
  assert.ok(!contradict(sales, { ...never, resourceId: 'hr' }, 'idp'))
  assert.ok(contradict(sales, { ...never, resourceId: 'idp' }, 'idp'))
})

const is = (type: 'user' | 'direct_reports_of' | 'all_reports_of' | 'attribute', id: string) =>
  ({ type, resourceId: id, operator: null }) satisfies Condition
const isNot = (type: 'direct_reports_of' | 'all_reports_of' | 'attribute', id: string) =>
  ({ type, resourceId: id, operator: 'not_equals' }) satisfies Condition

test('a person is one person with one manager, and never below themselves', () => {
  assert.ok(contradict(is('user', 'a'), is('user', 'b'), 'idp'))
  assert.ok(contradict(is('direct_reports_of', 'a'), is('direct_reports_of', 'b'), 'idp'))
  assert.ok(!contradict(is('all_reports_of', 'a'), is('all_reports_of', 'b'), 'idp'))
  assert.ok(!contradict(is('attribute', 'a'), is('attribute', 'b'), 'idp'))
  assert.ok(contradict(is('attribute', 'a'), isNot('attribute', 'a'), 'idp'))
  assert.ok(contradict(is('user', 'a'), is('all_reports_of', 'a'), 'idp'))
  assert.ok(contradict(is('direct_reports_of', 'a'), isNot('all_reports_of', 'a'), 'idp'))
  assert.ok(!contradict(is('all_reports_of', 'a'), isNot('direct_reports_of', 'a'), 'idp'))
  assert.ok(!contradict(is('user', 'a'), profileIs('unit', 'exists', null), 'idp'))
})
