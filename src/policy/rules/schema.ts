import { Type } from 'typebox'
import { Count, Id, Instant, Nullable, Shape, Text, RecordShape } from '../../http/shapes/schema.ts'
import { findingsSchema } from '../conditions/rule-findings.ts'
import { ListedCondition } from '../conditions/schema.ts'
import { ExceededLimit, maximumExceeded } from '../limits/exceeded-schema.ts'
import { PolicyRule } from '../shapes/schema.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/rules/porul_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

export const rowProperties = {
  ...PolicyRule.properties,
  ruleset_id: Id('ruleset'),
  key: Nullable(
    Text(63, { description: 'The name by which a policy file finds it', examples: ['engineers'] }),
  ),
  reason: Nullable(Text(1000, { examples: ['On call in spring'] })),
  everyone_else: Type.Boolean({ description: 'All of its conditions may be negative' }),
  replaces_rule_id: Nullable(Id('rule')),
  findings: findingsSchema,
  begin_exceeds: Type.Array(ExceededLimit, {
    maxItems: maximumExceeded,
    description:
      'The limits that the rule would have exceeded when its date came; other rulesets have no id. It has not begun. A plan that activates it, applied by a holder of `policy.change.approve`, puts it in force',
  }),
  timestamp: Shape({
    created_at: Instant,
    updated_at: Instant,
    activates_at: Nullable(Instant),
    activated_at: Nullable(Instant),
    expires_at: Nullable(Instant),
  }),
  links: Shape({ self: link, policy_ruleset: link, conditions: link }),
}

/** A rule in a list: the contract's shape, when it is in force, and where to go from it. */
export const ListedRule = RecordShape(rowProperties, { $id: 'ListedPolicyRule' })

/** A rule in its list, with `include=count`. */
export const CountedRule = RecordShape(
  {
    ...rowProperties,
    count: Type.Optional(
      Shape(
        { qualified_users: Count, manifest_users: Count },
        {
          description:
            'With `include=count`: people who meet it while it is in force, and who are in by it, each at most 10,000',
        },
      ),
    ),
  },
  { $id: 'CountedPolicyRule' },
)

/** One rule with its conditions, how many people meet it while it is in force and how many are in by it. */
export const DescribedRule = RecordShape(
  {
    ...rowProperties,
    count: Shape({ policy_conditions: Count, qualified_users: Count, manifest_users: Count }),
    included: Shape({
      policy_conditions: Type.Array(ListedCondition, {
        maxItems: 200,
        description: 'By id, at most 200',
      }),
    }),
  },
  { $id: 'DescribedPolicyRule' },
)
