import { Type, type Static } from 'typebox'
import { directoryUserStates } from '../../contract/states.ts'
import { explainLimits } from '../../engine/explain.ts'
import { Count, Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { findingsSchema } from '../conditions/rule-findings.ts'
import { DirectoryUserSummary } from '../shapes/person-summary.ts'
import {
  PolicyCondition,
  PolicyResource,
  PolicyRule,
  PolicyRuleset,
  policyUserState,
} from '../shapes/schema.ts'
import { PendingFactsList } from './pending-facts.ts'
import { maximumLength } from './words.ts'

export const maximumValues = 100
export const maximumRules = 200

const Name = Text(401, { examples: ['Ada Moreau'] })

const SeenIdentity = Shape({
  id: Id('identity'),
  integration_id: Id('integration'),
  integration_handle: Text(63, { examples: ['idp'] }),
  state: OneOf(['active', 'suspended', 'deactivated']),
  is_ignored: Type.Boolean({
    description:
      'The account is deactivated and not of the primary integration, so conditions ignore it',
  }),
  values: Nullable(
    Type.Array(Text(1001), {
      maxItems: maximumValues,
      description: 'What its profile holds under the key; null where you may not see it',
      examples: [['Sales']],
    }),
  ),
  changed_at: Instant,
})

/** Conditions of rules name attributes, which have rules again: so many levels of them are shown. */
function explainedRule(depth: number) {
  const attribute = Shape({
    holds: Nullable(
      Type.Boolean({
        description:
          'Whether they hold the attribute, or are entitled to the resource; null where no rule in force decides it',
      }),
    ),
    rule: depth > 1 ? Nullable(explainedRuleBelow(depth - 1)) : Type.Null(),
    is_cut: Type.Boolean({
      description: 'There is a rule to show, but too deep, too large, or not yours to see',
    }),
  })
  const condition = Shape({
    ...PolicyCondition.properties,
    /** Null where it tests a profile that the caller may not see. */
    is_met: Nullable(Type.Boolean()),
    saw: Shape({
      identities: Nullable(Type.Array(SeenIdentity, { maxItems: 100 })),
      managers: Nullable(
        Type.Array(Shape({ id: Id('directoryUser'), full_name: Name }), { maxItems: 50 }),
      ),
      attribute: Nullable(attribute),
    }),
  })
  return {
    ...PolicyRule.properties,
    ruleset_id: Id('ruleset'),
    is_in_force: Type.Boolean(),
    is_met: Type.Boolean(),
    findings: findingsSchema,
    conditions: Type.Array(condition, { maxItems: 1000 }),
  }
}

function explainedRuleBelow(depth: number): ReturnType<typeof Shape> {
  return Shape(explainedRule(depth))
}

export const ExplainedRule = Shape(explainedRule(explainLimits.depth), { $id: 'ExplainedRule' })

export type ExplainedRuleJson = Static<typeof ExplainedRule>

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/directory/users/drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

/** Why one person is in the manifest of one ruleset, or why not. */
export const Explanation = Shape(
  {
    verdict: OneOf(['in', 'in_grace', 'out']),
    why: Text(maximumLength, { examples: ['would be in if cost_center is CC-310'] }),
    policy_user: Nullable(
      Shape({
        id: Id('policyUser'),
        state: policyUserState,
        policy_rule_id: Id('rule'),
        since: Instant,
        until: Nullable(Instant),
      }),
    ),
    eligibility: Shape({
      is_eligible: Type.Boolean(),
      state: OneOf(directoryUserStates),
      parent: Nullable(
        Shape({ id: Id('directoryUser'), full_name: Name, state: OneOf(directoryUserStates) }),
      ),
      reasons: Type.Array(Text(600), { maxItems: 3, examples: [['is suspended']] }),
    }),
    grace: Nullable(
      Shape(
        {
          expires_after_days: Type.Integer({ minimum: 0, maximum: 1095, examples: [7] }),
          until: Nullable(Instant),
        },
        {
          description:
            'What the rule that holds them gives to who no longer qualifies, and until when they have it, if they do not',
        },
      ),
    ),
    policy_rules: Type.Array(ExplainedRule, {
      maxItems: maximumRules,
      description:
        'Every rule that has not ended, in admission order, at most 200; the first one in force that is met admits',
    }),
    pending: PendingFactsList,
    nearest: Nullable(
      Shape(
        {
          policy_rule_id: Id('rule'),
          unmet_conditions: Count,
          would_match_if: Type.Array(Text(1200), {
            maxItems: 1000,
            examples: [['cost_center is CC-310']],
          }),
        },
        {
          description:
            'Of the rules in force that could admit them the one that lacks least, where none is met; null where there is none',
        },
      ),
    ),
    withheld: Type.Array(Type.Enum(['profile_values']), {
      maxItems: 1,
      description:
        'Names what is left out because you may not see it: values of profiles, and what conditions want of them',
      examples: [[]],
    }),
    included: Shape({
      directory_user: DirectoryUserSummary,
      policy_ruleset: PolicyRuleset,
      policy_resource: PolicyResource,
    }),
    links: Shape({ directory_user: link, policy_ruleset: link, policy_user: Nullable(link) }),
  },
  { $id: 'Explanation' },
)
export type ExplanationJson = Static<typeof Explanation>
