import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { evaluateWorld } from '../evaluate-world.ts'
import { attributeRuleset, now, policyOf, profileIs, rule, ruleset } from '../facts-for-tests.ts'
import type { Policy, Rule } from '../model.ts'
import { compileColumnPolicy } from './column-policy.ts'
import { findInRules } from './rule-findings.ts'
import { anyChangingWorld, withoutSelves } from './worlds-for-tests.ts'

function findings(policy: Policy) {
  return findInRules(compileColumnPolicy(policy).inForce, {
    now,
    primaryIntegrationId: policy.primaryIntegrationId,
  })
}

test('what is found in rules holds for whoever there is', () => {
  fc.assert(
    fc.property(anyChangingWorld, (world) => {
      const { policy } = world
      const people = withoutSelves(world.people)
      const { qualified } = evaluateWorld({ people, policy }, now)
      const who = (ruleId: string) =>
        people.filter(({ id }) => qualified.get(id)?.includes(ruleId)).map(({ id }) => id)
      for (const finding of findings(policy)) {
        if (finding.kind === 'never_matches') assert.deepEqual(who(finding.ruleId), [])
        if (finding.kind !== 'shadowed') continue
        const earlier = who(finding.byRuleId)
        assert.ok(who(finding.ruleId).every((id) => earlier.includes(id)))
      }
    }),
    { numRuns: 1000 },
  )
})

const team = profileIs('team', 'equals', 'a')
const site = profileIs('site', 'equals', 'x')

test('a rule that needs what nobody can have is found, through attributes too', () => {
  const rules = [
    rule('r1', 'a.rules', { conditions: [team, { ...team, operator: 'not_equals' }] }),
    rule('r2', 's', { conditions: [{ type: 'attribute', resourceId: 'a', operator: null }] }),
    rule('r3', 's', {
      conditions: [{ type: 'attribute', resourceId: 'b', operator: 'not_equals' }],
    }),
    rule('r4', 's'),
    rule('r5', 's', {
      conditions: [{ type: 'attribute', resourceId: 'a', operator: 'not_equals' }],
    }),
  ]
  const policy = policyOf([attributeRuleset('a'), attributeRuleset('b'), ruleset('s')], rules)
  assert.deepEqual(findings(policy), [
    { kind: 'never_matches', ruleId: 'r1', reason: 'contradiction', conditions: [0, 1] },
    { kind: 'never_matches', ruleId: 'r2', reason: 'attribute_never_held', conditions: [0] },
    { kind: 'never_matches', ruleId: 'r3', reason: 'nothing_to_test', conditions: [] },
    { kind: 'never_matches', ruleId: 'r4', reason: 'no_conditions', conditions: [] },
  ])
})

test('a rule that asks for more than an earlier one of its ruleset is shadowed', () => {
  const rules = [
    rule('wide', 's', { conditions: [team], priority: 1 }),
    rule('narrow', 's', { conditions: [site, profileIs('team', 'in', '["A"]')] }),
    rule('other', 'o', { conditions: [site, team] }),
  ]
  const policy = policyOf([ruleset('s'), ruleset('o')], rules)
  assert.deepEqual(findings(policy), [{ kind: 'shadowed', ruleId: 'narrow', byRuleId: 'wide' }])
})

const shadows = (earlier: Partial<Rule>, later: Partial<Rule>) => {
  const rules = [
    rule('wide', 's', { conditions: [team], priority: 1, ...earlier }),
    rule('narrow', 's', { conditions: [team, site], ...later }),
  ]
  return findings(policyOf([ruleset('s')], rules)).length > 0
}

test('a rule is shadowed only by one that begins no later and ends no sooner', () => {
  for (const [end, other, isShadow] of [
    [null, null, true],
    [null, 9, true],
    [9, null, false],
    [9, 8, true],
    [9, 9, true],
    [9, 10, false],
  ] as const) {
    assert.equal(shadows({ expiresAt: end }, { expiresAt: other }), isShadow, `${end} ${other}`)
  }
  const [soon, later] = [{ activatedAt: now + 1 }, { activatedAt: now + 2 }]
  const never = { activatedAt: null }
  assert.deepEqual(
    [shadows(soon, later), shadows(soon, soon), shadows(later, soon)],
    [true, true, false],
  )
  assert.deepEqual(
    [shadows(soon, {}), shadows(soon, never), shadows(never, {})],
    [false, false, true],
  )
  assert.deepEqual([shadows(never, never), shadows({ activatedAt: now }, {})], [true, true])
})
