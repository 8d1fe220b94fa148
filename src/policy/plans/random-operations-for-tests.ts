import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { Answer } from '../../../test/harness.ts'
import {
  attributeIds,
  dimensionIds,
  worldFacts,
  type ConditionFacts,
  type StoredWorld,
  type WorldFacts,
} from '../../../test/policy-world.ts'
import { encodeId } from '../../contract/ids.ts'

/** When the random worlds begin. */
export const worldStart = '2026-01-01T00:00:00Z'

const index = fc.nat(1000)
const draft = fc.record({
  op: fc.constant('draft'),
  ruleset: index,
  attribute: fc.option(index, { freq: 1 }),
  person: index,
})
const onRule = fc.oneof(
  fc.record({
    op: fc.constantFrom('activate_rule', 'deactivate_rule', 'deprecate_rule', 'delete_rule'),
    rule: index,
  }),
  fc.record({ op: fc.constant('change_rule'), rule: index, priority: fc.nat(200) }),
  fc.record({
    op: fc.constant('change_rule'),
    rule: index,
    expires_after_days: fc.constantFrom(null, 0, 2),
  }),
  fc.record({ op: fc.constant('replace'), rule: index, priority: fc.constantFrom(1, 150) }),
)
const onRest = fc.oneof(
  fc.record({
    op: fc.constant('change_ruleset'),
    ruleset: index,
    state: fc.constantFrom('managed', 'monitored'),
  }),
  fc.record({ op: fc.constant('create_exception'), ruleset: index, person: index }),
  fc.record({
    op: fc.constant('change_ruleset'),
    ruleset: index,
    expires_after_days: fc.constantFrom(null, 0, 4),
  }),
  fc.record({ op: fc.constant('change_settings'), expires_after_days: fc.constantFrom(0, 6) }),
  fc.record({
    op: fc.constantFrom('activate_attribute', 'deactivate_attribute'),
    attribute: index,
  }),
  fc.record({ op: fc.constant('absorb'), attribute: fc.nat(3) }),
  fc.record({
    op: fc.constantFrom('activate_dimension', 'deactivate_dimension'),
    dimension: fc.nat(1),
  }),
)
/** A third each, since changes of settings and dates alone move no one. */
export const operation = fc.oneof(draft, onRule, onRest)
export type OperationFacts = typeof operation extends fc.Arbitrary<infer T> ? T : never
type RuleFacts = Extract<OperationFacts, { rule: number }>

/** Worlds where every other rule is met by everybody but one, so that changes of a rule affect people. */
export const peopledFacts = worldFacts.map(({ rules, ...facts }): WorldFacts => {
  const peopled = rules.map((rule, target) =>
    target % 2 === 0 ? Object.assign({}, rule, { conditions: [everyoneBut(target)] }) : rule,
  )
  return Object.assign(facts, { rules: peopled })
})

function everyoneBut(target: number): ConditionFacts {
  return { type: 'user', target, operator: 'not_equals' }
}

/** A plan of these steps without those that are refused, as it is answered once nothing is, or nothing is left. */
export async function planWhatCanBe(
  call: (path: string, body?: object) => Promise<Answer>,
  steps: readonly object[][],
): Promise<Answer> {
  const planned = await call('/policy/plans', { operations: steps.flat() })
  if (planned.status !== 422 || steps.length === 1) return planned
  const refused = Number(Object.keys(planned.body.errors)[0]?.split('.')[1])
  const owner = steps.flatMap((step, at) => step.map(() => at))[refused]
  const others = steps.filter((_, at) => at !== owner)
  return planWhatCanBe(call, others)
}

function at<T>(list: readonly T[], position: number): T {
  const found = list[position % list.length]
  assert.ok(found !== undefined)
  return found
}

/** Facts as operations; what they make is named by `ref`. */
export function operationsOf(world: StoredWorld, facts: OperationFacts, ref: string): object[] {
  const { policy, people } = world
  if ('rule' in facts) return operationsOnRule(world, facts, ref)
  if ('dimension' in facts) {
    const dimension_id = encodeId('dimension', at(dimensionIds, facts.dimension))
    return [{ op: facts.op, dimension_id }]
  }
  if (!('ruleset' in facts)) {
    if (!('attribute' in facts)) return [facts]
    if (facts.op === 'absorb') return [absorption(facts.attribute)]
    return [
      { op: facts.op, attribute_id: encodeId('attribute', at(attributeIds, facts.attribute)) },
    ]
  }
  const { ruleset, ...rest } = facts
  const ruleset_id = encodeId('ruleset', at(policy.rulesets, ruleset).id)
  if (!('person' in rest)) return [{ ...rest, ruleset_id }]
  const resource_id = encodeId('directoryUser', at(people, rest.person).id)
  if ('attribute' in rest) {
    const others = { type: 'user', resource_id, profile_operator: 'not_equals' }
    const holders = (attribute: number) => ({
      type: 'attribute',
      resource_id: encodeId('attribute', at(attributeIds, attribute)),
    })
    const conditions = rest.attribute === null ? [others] : [holders(rest.attribute), others]
    const create = {
      op: 'create_rule',
      ref,
      ruleset_id,
      role: 'member',
      priority: 50,
      conditions,
      everyone_else: true,
    }
    return [create, { op: 'activate_rule', rule_id: `$${ref}` }]
  }
  const expires_at = new Date(Date.parse(worldStart) + 86_400_000 * 20).toISOString()
  return [{ op: rest.op, ruleset_id, user_id: resource_id, expires_at, reason: 'a test' }]
}

/** A rename to the value of the other attribute of the dimension, which is two further on. */
function absorption(attribute: number) {
  const attribute_id = encodeId('attribute', at(attributeIds, attribute))
  return { op: 'change_attribute', attribute_id, profile_value: `value ${(attribute + 2) % 4}` }
}

function operationsOnRule({ policy }: StoredWorld, facts: RuleFacts, ref: string): object[] {
  const { rule, ...rest } = facts
  const rule_id = encodeId('rule', at(policy.rules, rule).id)
  if (rest.op !== 'replace') return [{ ...rest, rule_id }]
  const copy = `$${ref}`
  return [
    { op: 'duplicate_rule', rule_id, ref },
    {
      op: 'change_rule',
      rule_id: copy,
      ...('priority' in rest ? { priority: rest.priority } : {}),
    },
    { op: 'activate_rule', rule_id: copy, replaces: rule_id },
  ]
}
