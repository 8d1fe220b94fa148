import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { makeWorld, worldFacts } from '../../test/policy-world.ts'
import { compilePolicy } from './compile-policy.ts'
import { directoryOf } from './directory.ts'
import { isAway } from './effective-state.ts'
import { evaluatePerson, stagedRulesOf, type PersonVerdict } from './evaluate-person.ts'
import { explainPerson, type Explanation } from './explain.ts'
import { now } from './facts-for-tests.ts'
import { comparedText } from './fold.ts'
import type { Person, Rule } from './model.ts'
import { compileTest } from './operators.ts'
import { unmetOf, type RuleFinding } from './rule-finding.ts'

test('the verdict of an explanation is that of the evaluation, for everybody and every ruleset', () => {
  fc.assert(
    fc.property(worldFacts, fc.nat(13), (facts, days) => {
      const { people, policy } = makeWorld(facts, now)
      const compiled = compilePolicy(policy)
      const at = now + days * 86_400_000
      const setting = { policy: compiled, directory: directoryOf(people), now: at }
      const staged = new Set(policy.rules.filter(isStaged).map(({ id }) => id))
      for (const person of people) {
        const verdict = evaluatePerson(setting, person)
        const drafts = stagedRulesOf(setting, person).filter((id) => staged.has(id))
        for (const { id } of policy.rulesets) {
          const explanation = explainPerson({ ...setting, source: policy, compiled }, person, id)
          assertSameVerdict(explanation, verdict, id)
          const met = explanation.rules.filter(({ isMet, rule }) => isMet && isStaged(rule))
          assert.deepEqual(
            met.map(({ rule }) => rule.id),
            drafts.filter((draft) => explanation.rules.some(({ rule }) => rule.id === draft)),
          )
          const away = isAway(person, at)
          for (const finding of explanation.rules)
            assertRestsOnWhatItSaw(finding, { person, isAway: away, verdict })
        }
      }
    }),
    { numRuns: 300 },
  )
})

function isStaged({ state }: Rule): boolean {
  return state === 'staged'
}

function assertSameVerdict(
  { eligibility, rules, admittingRuleId, nearest }: Explanation,
  verdict: PersonVerdict,
  rulesetId: string,
): void {
  assert.equal(eligibility.isEligible, verdict.eligible)
  assert.equal(admittingRuleId, verdict.admitted.get(rulesetId) ?? null)
  const inForce = rules.filter((finding) => finding.isInForce)
  const met = inForce.filter(({ isMet }) => isMet).map(({ rule }) => rule.id)
  const ofRuleset = new Set(rules.map(({ rule }) => rule.id))
  assert.deepEqual(
    met,
    verdict.qualified.filter((id) => ofRuleset.has(id)),
  )
  if (met.length > 0 || inForce.length === 0) assert.equal(nearest, null)
  if (nearest === null) return
  assert.ok(nearest.isInForce && !nearest.isMet && unmetOf(nearest).length > 0)
}

function assertRestsOnWhatItSaw(
  finding: RuleFinding,
  evaluated: { person: Person; isAway: boolean; verdict: PersonVerdict },
): void {
  const { person, verdict } = evaluated
  for (const { condition, isMet, saw } of finding.conditions) {
    if (condition.type === 'identity' && saw.kind === 'identities') {
      const counted = saw.identities.filter(({ isIgnored }) => !isIgnored)
      const values = counted.flatMap((identity) => identity.values).map(comparedText)
      const shown = { hasIdentity: counted.length > 0, values }
      assert.equal(
        isMet,
        compileTest(condition.operator, condition.value, condition.orAbsent)(shown),
      )
    } else if (condition.type !== 'identity' && saw.kind === 'attribute') {
      const isKnown = saw.deactivated.length === 0
      assert.equal(isMet, saw.holds === (condition.operator !== 'not_equals') && isKnown)
      if (person.deletedAt !== null) continue
      if (finding.isInForce && saw.holds !== null && condition.type === 'attribute')
        assert.equal(saw.holds, verdict.attributes.includes(condition.resourceId))
      if (saw.rule !== null) {
        assert.equal(saw.rule.isMet, saw.holds)
        assertRestsOnWhatItSaw({ ...saw.rule, isInForce: finding.isInForce }, evaluated)
      }
    } else if (condition.type !== 'identity') {
      const named =
        saw.kind === 'managers'
          ? saw.managers.includes(condition.resourceId)
          : person.id === condition.resourceId
      const wanted = condition.operator !== 'not_equals'
      const rests = condition.type === 'user' && wanted && evaluated.isAway
      assert.equal(isMet, named === wanted && !rests)
    }
  }
}
