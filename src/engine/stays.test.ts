import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { now } from './facts-for-tests.ts'
import { nextStep, stayState, type HoldingRule, type Stay, type Step } from './stays.ts'

const day = 86_400_000

const usual = { id: 'r1', inForce: true, endsAt: null, graceDays: 0, successor: null }

/** A grace began a day ago. */
function heldBy(rule: Partial<HoldingRule> = {}, graceUntil: number | null = null): Stay {
  const grace = graceUntil === null ? null : { since: now - day, until: graceUntil }
  return { rule: { ...usual, ...rule }, grace }
}

const admittedBy = (ruleId: string | null) => ({ eligible: true, admittingRuleId: ruleId })
const ineligible = { eligible: false, admittingRuleId: 'r1' }

test('who is admitted and eligible enters; nobody else does', () => {
  assert.deepEqual(nextStep(null, admittedBy('r1'), now), { kind: 'enter', ruleId: 'r1' })
  assert.deepEqual(nextStep(null, admittedBy(null), now), { kind: 'none' })
  assert.deepEqual(nextStep(null, ineligible, now), { kind: 'none' })
})

test('who is still admitted by the same rule stays', () => {
  assert.deepEqual(nextStep(heldBy(), admittedBy('r1'), now), { kind: 'stay' })
})

test('another rule that admits takes over at once and without grace, also when the old one ended', () => {
  const move = { kind: 'move', ruleId: 'r2' }
  assert.deepEqual(nextStep(heldBy({ graceDays: 30 }), admittedBy('r2'), now), move)
  assert.deepEqual(nextStep(heldBy({ inForce: false }), admittedBy('r2'), now), move)
})

test('who no longer qualifies stays for the days of grace, and with none leaves at once', () => {
  const until = now + 7 * day
  const step = nextStep(heldBy({ graceDays: 7 }), admittedBy(null), now)
  assert.deepEqual(step, { kind: 'start_grace', grace: { since: now, until } })
  assert.deepEqual(nextStep(heldBy({ graceDays: 0 }), admittedBy(null), now), { kind: 'leave' })
})

test('grace runs until its end and is not started again', () => {
  const inGrace = heldBy({ graceDays: 7 }, now + 1)
  assert.deepEqual(nextStep(inGrace, admittedBy(null), now), { kind: 'stay' })
  assert.deepEqual(nextStep(inGrace, admittedBy(null), now + 1), { kind: 'leave' })
})

test('who qualifies again during grace goes on in the same stay', () => {
  const inGrace = heldBy({}, now + day)
  assert.deepEqual(nextStep(inGrace, admittedBy('r1'), now), { kind: 'move', ruleId: 'r1' })
  assert.deepEqual(nextStep(inGrace, admittedBy('r2'), now), { kind: 'move', ruleId: 'r2' })
})

test('losing eligibility ends a stay at once, in grace or not', () => {
  assert.deepEqual(nextStep(heldBy({ graceDays: 7 }), ineligible, now), { kind: 'leave' })
  assert.deepEqual(nextStep(heldBy({}, now + day), ineligible, now), { kind: 'leave' })
})

test('a deprecated rule gives no second grace when it ends, and none beyond its end before', () => {
  const ended = heldBy({ inForce: false, endsAt: now, graceDays: 7 })
  assert.deepEqual(nextStep(ended, admittedBy(null), now), { kind: 'leave' })
  const ending = heldBy({ endsAt: now + 2 * day, graceDays: 7 })
  const until = now + 2 * day
  const grace = { since: now, until }
  assert.deepEqual(nextStep(ending, admittedBy(null), now), { kind: 'start_grace', grace })
})

test('a rule that was deactivated gives no grace, and ends the grace that it gave', () => {
  const ended = { inForce: false, graceDays: 7 }
  assert.deepEqual(nextStep(heldBy(ended), admittedBy(null), now), { kind: 'leave' })
  assert.deepEqual(nextStep(heldBy(ended, now + day), admittedBy(null), now), { kind: 'leave' })
})

const replacedBy = (graceDays: number, endsAt: number | null = null) => ({
  inForce: false,
  successor: { id: 'r2', inForce: true, endsAt, graceDays },
})

test('grace goes on under the rule that replaced its rule, and ends no later than either gives it', () => {
  const keeps = (until: number) => ({
    kind: 'keep_grace',
    ruleId: 'r2',
    grace: { since: now - day, until },
  })
  const until = now + 3 * day
  for (const [successor, end] of [
    [replacedBy(30), until],
    [replacedBy(2), now + day],
    [replacedBy(30, now + 2 * day), now + 2 * day],
  ] as const) {
    assert.deepEqual(nextStep(heldBy(successor, until), admittedBy(null), now), keeps(end))
  }
  const leaves = { kind: 'leave' }
  assert.deepEqual(nextStep(heldBy(replacedBy(1), until), admittedBy(null), now), leaves)
  assert.deepEqual(nextStep(heldBy(replacedBy(30)), admittedBy(null), now), leaves, 'not in grace')
  assert.deepEqual(nextStep(heldBy(replacedBy(30), until), ineligible, now), leaves)
})

test('a stay shows expiring in grace and under a deprecated rule, until the earlier end', () => {
  assert.deepEqual(stayState({ endsAt: null }, null), { state: 'active', expiresAt: null })
  assert.deepEqual(stayState({ endsAt: 5 }, null), { state: 'expiring', expiresAt: 5 })
  assert.deepEqual(stayState({ endsAt: null }, 7), { state: 'expiring', expiresAt: 7 })
  assert.deepEqual(stayState({ endsAt: 5 }, 7), { state: 'expiring', expiresAt: 5 })
})

const instant = fc.integer({ min: -5, max: 5 }).map((days) => now + days * day)
const ruleFacts = {
  id: fc.constantFrom('r1', 'r2'),
  inForce: fc.boolean(),
  endsAt: fc.option(instant),
  graceDays: fc.integer({ min: 0, max: 5 }),
}
const successor = fc.record({ ...ruleFacts, id: fc.constant('r3'), inForce: fc.constant(true) })
const anyRule = fc.record({ ...ruleFacts, successor: fc.option(successor) })
const grace = fc.record({ since: instant, until: instant })
const anyStay = fc.option(fc.record({ rule: anyRule, grace: fc.option(grace) }))
const anyStanding = fc.record({
  eligible: fc.boolean(),
  admittingRuleId: fc.option(fc.constantFrom('r1', 'r2')),
})

test('a step that is taken is not taken again at the same instant', () => {
  fc.assert(
    fc.property(anyStay, anyStanding, (stay, standing) => {
      const step = nextStep(take(stay, nextStep(stay, standing, now)), standing, now)
      assert.ok(step.kind === 'none' || step.kind === 'stay', step.kind)
    }),
  )
})

test('after a step exactly those are in who are eligible and admitted or in grace', () => {
  fc.assert(
    fc.property(anyStay, anyStanding, (stay, standing) => {
      const after = take(stay, nextStep(stay, standing, now))
      const isIn = after !== null
      if (standing.eligible && standing.admittingRuleId !== null) assert.equal(isIn, true)
      if (!standing.eligible) assert.equal(isIn, false)
      if (isIn && standing.admittingRuleId === null) {
        assert.ok(after.grace !== null && after.grace.until > now)
      }
    }),
  )
})

/** The stay after a step, as the writer of manifests would keep it. */
function take(stay: Stay | null, step: Step): Stay | null {
  if (step.kind === 'enter' || step.kind === 'move') return heldBy({ id: step.ruleId })
  if (step.kind === 'leave' || stay === null) return null
  if (step.kind === 'start_grace') return { ...stay, grace: step.grace }
  const replacing = stay.rule.successor
  return step.kind === 'keep_grace' && replacing !== null
    ? { rule: { ...replacing, successor: null }, grace: step.grace }
    : stay
}
