import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { comparedText } from './fold.ts'
import { conditionOperators as operators } from '../contract/states.ts'
import { type Operator } from './model.ts'
import { compileTest, isNegative, takesOrAbsent } from './operators.ts'

/** [operator, operand, values, verdict]; an empty list is an absent key. */
type Case = [Operator, string | null, string[], boolean]

const cases: Case[] = [
  ['equals', 'Sales', ['sales'], true],
  ['equals', ' Sales ', ['sales'], true],
  ['equals', 'Sales', ['salesforce'], false],
  ['equals', 'Sales', ['hr', 'sales'], true],
  ['equals', 'é', ['e\u0301'], true],
  ['not_equals', 'Sales', ['hr'], true],
  ['not_equals', 'Sales', ['hr', 'sales'], false],
  ['in', '["HR","Sales"]', ['sales'], true],
  ['in', '["HR","Sales"]', ['legal'], false],
  ['in', '["HR"]', ['legal', 'hr'], true],
  ['not_in', '["HR","Sales"]', ['legal'], true],
  ['not_in', '["HR","Sales"]', ['legal', 'hr'], false],
  ['contains', 'VP', ['senior vp'], true],
  ['contains', 'VP', ['manager'], false],
  ['not_contains', 'vp', ['manager'], true],
  ['not_contains', 'vp', ['manager', 'vp'], false],
  ['starts_with', 'VP ', ['vp sales'], true],
  ['starts_with', 'VP ', ['vpn team'], false],
  ['ends_with', '@Example.org', ['a@example.org'], true],
  ['ends_with', '@example.org', ['a@example.org.evil'], false],
  ['matches', 'CC-[0-9]{3}', ['cc-123'], true],
  ['matches', 'cc-[0-9]{3}', ['cc-1234'], false],
  ['matches', 'a|ab', ['ab'], true],
  ['matches', 'ab', ['xaby'], false],
  ['exists', null, ['x'], true],
  ['not_exists', null, ['x'], false],
  ['greater_than', '9', ['10'], true],
  ['greater_than', '10', ['10'], false],
  ['greater_than', '9', ['ten'], false],
  ['greater_than', '2024-01-01', ['2024-01-01T00:00:01Z'], true],
  ['greater_than', '2024-01-01', ['2024'], false],
  ['greater_than', '2024', ['2025-01-01'], false],
  ['less_than', '10', ['9'], true],
  ['less_than', '2024-01-02', ['2024-01-01'], true],
  ['less_than', '10', ['99', '9'], true],
  ['less_than', '10', ['10'], false],
  ['less_than', '10', ['99'], false],
]

for (const [operator, operand, values, verdict] of cases) {
  const title = `${JSON.stringify(values)} ${operator} ${operand ?? ''} is ${String(verdict)}`
  test(title, () => {
    const found = { hasIdentity: true, values: values.map(comparedText) }
    assert.equal(compileTest(operator, operand)(found), verdict)
  })
}

/** An operand that fits each operator. */
const fitting: Record<Operator, string | null> = {
  equals: 'a',
  not_equals: 'a',
  in: '["a"]',
  not_in: '["a"]',
  contains: 'a',
  not_contains: 'a',
  starts_with: 'a',
  ends_with: 'a',
  matches: '.*',
  exists: null,
  not_exists: null,
  greater_than: '0',
  less_than: '0',
}

for (const operator of operators) {
  test(`${operator} is ${operator === 'not_exists' ? 'true' : 'false'} where the key is absent`, () => {
    const holds = compileTest(operator, fitting[operator])
    assert.equal(holds({ hasIdentity: true, values: [] }), operator === 'not_exists')
    assert.equal(holds({ hasIdentity: false, values: [] }), false)
  })
}

for (const operator of operators.filter(takesOrAbsent)) {
  test(`${operator} with or_absent also holds where the key is absent, if there is an identity`, () => {
    const holds = compileTest(operator, fitting[operator], true)
    assert.equal(holds({ hasIdentity: true, values: [] }), true)
    assert.equal(holds({ hasIdentity: false, values: [] }), false)
    assert.equal(holds({ hasIdentity: true, values: ['a'].map(comparedText) }), false)
    assert.equal(holds({ hasIdentity: true, values: ['b'].map(comparedText) }), true)
  })
}

const listOf = (length: number) => `[${'"a",'.repeat(length - 1)}"b"]`

test('a list has as many texts as an operand has room for', () => {
  assert.equal(
    compileTest('in', listOf(49_999))({ hasIdentity: true, values: [comparedText('b')] }),
    true,
  )
})

test('an operand that does not fit its operator is refused with the reason', () => {
  const misfits: [Operator, string | null, RegExp][] = [
    ['equals', null, /needed by equals/],
    ['contains', ' ', /blank/],
    ['exists', 'x', /not taken by exists/],
    ['in', 'HR', /JSON array/],
    ['in', '[]', /JSON array/],
    ['not_in', '["HR",1]', /JSON array/],
    ['greater_than', 'soon', /number or an ISO 8601 date/],
    ['matches', '(', /RE2 syntax/],
    ['matches', '(?=a)', /RE2 syntax/],
    ['in', listOf(50_000), /JSON array/],
    ['in', `["a",${'['.repeat(50_000)}`, /JSON array/],
    ['in', '["a",["b"]]', /JSON array/],
    ['in', '["a",{"b":1}]', /JSON array/],
  ]
  for (const [operator, operand, reason] of misfits) {
    assert.throws(() => compileTest(operator, operand), reason)
  }
})

test('on any values that are there, a negative operator says the opposite of its positive', () => {
  const values = fc.array(fc.constantFrom('a', 'b', 'ab', '1'), { minLength: 1 })
  const negative = fc.constantFrom(...operators.filter(isNegative))
  fc.assert(
    fc.property(values, negative, (values, operator) => {
      const positive = operators.find((each) => `not_${each}` === operator) ?? operator
      const found = { hasIdentity: true, values: values.map(comparedText) }
      const yes = compileTest(positive, fitting[positive])(found)
      const no = compileTest(operator, fitting[operator])(found)
      assert.notEqual(yes, no)
    }),
  )
})

function equals(operand: string, value: string): boolean {
  return compileTest('equals', operand)({ hasIdentity: true, values: [comparedText(value)] })
}

test('the case and the normal form of operand and value make no difference', () => {
  const word = fc.constantFrom('Åse', 'ÉCOLE', 'naïve', 'Plain', 'ÑANDÚ')
  fc.assert(
    fc.property(word, word, (operand, value) => {
      assert.equal(
        equals(operand.normalize('NFD').toUpperCase(), value),
        equals(operand, value.normalize('NFD')),
      )
      assert.equal(equals(operand, value), operand === value)
    }),
  )
})
