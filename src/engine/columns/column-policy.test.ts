import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compilePolicy } from '../compile-policy.ts'
import {
  attributeRuleset,
  now,
  personWith,
  policyOf,
  profileIs,
  rule,
  ruleset,
} from '../facts-for-tests.ts'
import type { Condition } from '../model.ts'
import { columnsRead } from './column-keys.ts'
import { compileColumnPolicy, programOfRule, programsOfStaged } from './column-policy.ts'
import { evaluateEverybody } from './evaluate-everybody.ts'
import { PeopleColumns } from './people-columns.ts'
import type { Program } from './program.ts'

const ids = ['a0', 'a1', 'a2', 'a3']
const anyEdges = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), {
  minLength: 1,
  maxLength: 6,
})

test('attributes that form a cycle are refused exactly where the plain evaluator refuses them', () => {
  fc.assert(
    fc.property(anyEdges, fc.constantFrom('active', 'staged', 'expired'), (edges, state) => {
      const rules = edges.map(([of, needs], i) =>
        rule(`r${i}`, `${of}.rules`, {
          state: i === 0 ? state : 'active',
          conditions: [{ type: 'attribute', resourceId: needs, operator: null }],
        }),
      )
      const policy = policyOf(
        ids.map((id) => attributeRuleset(id)),
        rules,
      )
      assert.equal(
        messageOf(() => compileColumnPolicy(policy)),
        messageOf(() => compilePolicy(policy)),
      )
    }),
  )
})

function messageOf(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    return String(error)
  }
}

test('attributes in a long chain are decided in the order in which they need each other', () => {
  const length = 300
  const chain = Array.from({ length }, (_, i) => `a${i}`)
  const first = rule('r0', 'a0.rules', { conditions: [profileIs('team', 'exists', null)] })
  const rest = chain.slice(1).map((id, i) =>
    rule(`r${i + 1}`, `${id}.rules`, {
      conditions: [{ type: 'attribute', resourceId: `a${i}`, operator: null }],
    }),
  )
  const rulesets = chain.toReversed().map((id) => attributeRuleset(id))
  const policy = policyOf(rulesets, [...rest.toReversed(), first])
  const columns = new PeopleColumns(columnsRead(policy))
  columns.put(personWith('p', { team: 'x' }))
  let held = 0
  evaluateEverybody(compileColumnPolicy(policy), columns, now, {
    onAttribute: (_, people) => void (held += people.count),
  })
  assert.equal(held, length)
})

test('columns that lack a key which the policy reads are refused', () => {
  const conditions = [profileIs('site', 'exists', null)]
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  const columns = new PeopleColumns([{ integrationId: 'idp', profileKey: 'team', isPrimary: true }])
  assert.equal(columns.covers(columnsRead(policy)), false)
  assert.throws(
    () => evaluateEverybody(compileColumnPolicy(policy), columns, now, {}),
    /hold no site of integration idp/,
  )
})

test('rules that have ended read no columns', () => {
  const conditions = [profileIs('site', 'exists', null)]
  const ended = policyOf([ruleset('s')], [rule('r', 's', { state: 'expired', conditions })])
  assert.deepEqual(columnsRead(ended), [])
})

const named = ({ rules }: Program) =>
  rules.map(({ rule: { id }, isAsked }) => (isAsked ? `${id}?` : id))

test('a rule is asked about alone, with the rules that decide its attributes: of the scope, and not ended', () => {
  const isHeld: Condition = { type: 'attribute', resourceId: 'a', operator: null }
  const conditions = [profileIs('team', 'exists', null)]
  const policy = policyOf(
    [ruleset('s'), attributeRuleset('a'), attributeRuleset('b')],
    [
      rule('live', 's', { conditions: [isHeld] }),
      rule('next', 's', { state: 'staged', conditions: [isHeld] }),
      rule('of a', 'a.rules', { conditions }),
      rule('next of a', 'a.rules', { state: 'staged', conditions }),
      rule('past of a', 'a.rules', { state: 'expired', conditions }),
      rule('of b', 'b.rules', { conditions }),
      rule('of no ruleset', 'gone', { conditions }),
    ],
  )
  const asked = { rule: rule('new', 's', { conditions: [isHeld] }), ruleset: ruleset('s') }
  assert.deepEqual(named(programOfRule(policy, asked, 'in_force')), ['new?', 'of a'])
  const withStaged = programOfRule(policy, asked, 'with_staged')
  assert.deepEqual(named(withStaged), ['new?', 'next of a', 'of a'])
  const { staged, waiting } = programsOfStaged(policy, ({ ruleset: { id } }) => id === 's')
  assert.deepEqual(named(staged), ['next?', 'next of a', 'of a'])
  assert.deepEqual(named(waiting), ['live?', 'of a'])
  const { inForce } = compileColumnPolicy(policy)
  assert.deepEqual(named(inForce), ['live?', 'of a?', 'of b?'])
})
