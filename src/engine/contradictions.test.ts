import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyCondition, anyPerson, withoutSelves } from './columns/worlds-for-tests.ts'
import { contradict, findContradiction } from './contradictions.ts'
import { evaluateWorld } from './evaluate-world.ts'
import { attributeRuleset, now, policyOf, profileIs, rule, ruleset } from './facts-for-tests.ts'
import { membershipTypes, type MembershipCondition, type Operator } from './model.ts'

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
  assert.ok(ofOneKey(['in', list], ['not_in', '["legal","sales","hr"]']))
  assert.ok(ofOneKey(['equals', ' sales'], ['not_in', list]))
  assert.ok(!ofOneKey(['in', list], ['not_equals', 'Sales']))
  assert.ok(!ofOneKey(['in', list], ['not_equals', list]))
})

test('a part contradicts what denies a part of it', () => {
  assert.ok(ofOneKey(['starts_with', 'Sales EU'], ['not_contains', 'sales']))
  assert.ok(ofOneKey(['ends_with', 'EU Sales'], ['not_contains', 'sales']))
  assert.ok(!ofOneKey(['contains', 'Sal'], ['not_contains', 'sales']))
  assert.ok(!ofOneKey(['contains', 'sales'], ['not_equals', 'sales']))
  assert.ok(ofOneKey(['contains', 'sales'], ['not_contains', 'al']))
  assert.ok(ofOneKey(['equals', 'VP Sales'], ['not_contains', 'vp']))
  assert.ok(!ofOneKey(['matches', 'sales'], ['not_contains', 'sales']))
  assert.ok(!ofOneKey(['greater_than', '9'], ['not_contains', '9']))
  assert.ok(!ofOneKey(['greater_than', '9'], ['less_than', '3']), 'a key may hold a list')
  assert.ok(!ofOneKey(['not_equals', 'sales'], ['not_contains', 'sales']))
})

test('no value contradicts each condition that needs one', () => {
  assert.ok(ofOneKey(['not_exists', null], ['equals', 'Sales']))
  assert.ok(ofOneKey(['not_exists', null], ['exists', null]))
  assert.ok(ofOneKey(['not_exists', null], ['not_equals', 'Sales']), 'which needs a value too')
  assert.ok(!ofOneKey(['not_exists', null], ['not_exists', null]))
  assert.ok(!ofOneKey(['exists', null], ['not_equals', 'Sales']))
})

test('another key or another integration contradicts nothing', () => {
  const [sales, never] = [profileIs('unit', 'equals', 'x'), profileIs('unit', 'not_equals', 'x')]
  assert.ok(!contradict(sales, { ...never, profileKey: 'team' }, 'idp'))
  assert.ok(!contradict(sales, { ...never, resourceId: 'hr' }, 'idp'))
  assert.ok(contradict(sales, { ...never, resourceId: 'idp' }, 'idp'))
  assert.ok(!contradict(sales, { ...never, resourceId: 'idp' }, null))
})

test('what also holds where the key is absent contradicts its absence no more', () => {
  const never = profileIs('unit', 'not_exists', null)
  const notSales = profileIs('unit', 'not_equals', 'sales')
  assert.ok(contradict(notSales, never, 'idp'))
  assert.ok(!contradict({ ...notSales, orAbsent: true }, never, 'idp'))
  assert.ok(!contradict(never, { ...notSales, orAbsent: true }, 'idp'))
  assert.ok(
    contradict(profileIs('unit', 'equals', 'Sales'), { ...notSales, orAbsent: true }, 'idp'),
  )
})

const pairs = membershipTypes
  .flatMap((type) => ['a', 'b'].map((resourceId) => [type, resourceId] as const))
  .flatMap(([type, resourceId]) =>
    ([null, 'not_equals'] as const).map((operator) => ({ type, resourceId, operator })),
  )
  .flatMap((one, at, all) => all.slice(at + 1).map((other) => [one, other] as const))
  .filter(([{ resourceId }]) => resourceId === 'a')
const name = ({ type, resourceId, operator }: MembershipCondition) =>
  `${operator === null ? '' : 'not '}${type} ${resourceId}`

test('a person is one person with one manager, and never below themselves; nothing else contradicts', () => {
  const found = pairs.filter(([one, other]) => contradict(one, other, 'idp'))
  assert.deepEqual(
    pairs.filter(([one, other]) => contradict(other, one, 'idp')),
    found,
  )
  assert.deepEqual(
    found.map(([one, other]) => `${name(one)}, ${name(other)}`),
    [
      'attribute a, not attribute a',
      'user a, not user a',
      'user a, user b',
      'user a, direct_reports_of a',
      'user a, all_reports_of a',
      'direct_reports_of a, not direct_reports_of a',
      'direct_reports_of a, direct_reports_of b',
      'direct_reports_of a, not all_reports_of a',
      'all_reports_of a, not all_reports_of a',
      'entitled_to a, not entitled_to a',
    ],
  )
  for (const [membership] of pairs)
    assert.ok(!contradict(membership, profileIs('unit', 'exists', null), 'idp'))
})

test('the first two conditions that contradict each other are found by their places', () => {
  const [sales, notSales] = [profileIs('unit', 'in', '["s"]'), profileIs('unit', 'not_in', '["s"]')]
  const [some, none] = [profileIs('site', 'exists', null), profileIs('site', 'not_exists', null)]
  assert.deepEqual(findContradiction([sales, some, none, notSales], 'idp'), [0, 3])
  assert.deepEqual(findContradiction([sales, some, none], 'idp'), [1, 2])
  assert.deepEqual(findContradiction([none, some, none], 'idp'), [0, 1])
  assert.equal(findContradiction([sales, some, sales], 'idp'), null)
  assert.equal(findContradiction([], 'idp'), null)
})

test('nobody meets two conditions that are said to contradict each other', () => {
  const people = fc.tuple(...['p0', 'p1', 'p2', 'p3'].map(anyPerson))
  fc.assert(
    fc.property(people, anyCondition(1), anyCondition(1), (people, a, b) => {
      fc.pre(contradict(a, b, 'idp'))
      const rules = [
        rule('both', 's', { conditions: [a, b] }),
        rule('of a0', 'a0.rules', { conditions: [profileIs('k', 'exists', null)] }),
      ]
      const policy = policyOf([ruleset('s'), attributeRuleset('a0')], rules)
      const { qualified } = evaluateWorld({ people: withoutSelves(people), policy }, now)
      assert.ok([...qualified.values()].every((met) => !met.includes('both')))
    }),
    { numRuns: 500, maxSkipsPerRun: 1000 },
  )
})
