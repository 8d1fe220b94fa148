import { Instant, Shape, Text, RecordShape } from '../../http/shapes/schema.ts'
import { PolicyCondition } from '../shapes/schema.ts'

/** The most that `condition_limit_per_rule` of the policy settings can be. */
export const maximumConditions = 200

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/conditions/pocon_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

/** A condition, in a list or alone: the contract's shape, when it was made, and where to go from it. */
export const ListedCondition = RecordShape(
  {
    ...PolicyCondition.properties,
    timestamp: Shape({ created_at: Instant }),
    links: Shape({ self: link, policy_rule: link, policy_ruleset: link }),
  },
  { $id: 'ListedPolicyCondition' },
)
