import { rulesetTypes } from '../../contract/states.ts'
import { Type } from 'typebox'
import { Count, Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

/** A description lists at most so many of the rulesets that a plan moves. */
export const maximumRulesets = 500

/** How many places of each kind change, as it is answered. */
export const totals = {
  added: Count,
  removed: Count,
  role_changed: Count,
  grace_started: Count,
  grace_ended: Count,
  end_changed: Count,
}

/** Tells resources of the same name apart. */
export const ResourceHandle = Nullable(
  Text(200, {
    description: 'The handle or path of the resource at its vendor, as it is now',
    examples: ['engineering/api'],
  }),
)

/** Tells the rulesets of a plan apart, also those that have no id yet. */
export const RulesetKey = Text(32, {
  description:
    'Tells the rulesets of a plan apart, and `filter[ruleset_id]` of its effects takes it: the id, or of a ruleset that the plan would make, one that leads nowhere',
  examples: ['poset_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

/** A ruleset that a plan names or moves. */
export const PlanRuleset = Shape({
  ruleset_id: Nullable(Id('ruleset')),
  ruleset_key: RulesetKey,
  name: Text(1000, { examples: ['Engineering'] }),
  resource_handle: ResourceHandle,
  type: OneOf(rulesetTypes),
  totals: Shape(totals),
})

/** Who approved an effect, and whether it still takes another person. */
export const secondApproval = {
  approvals: Type.Array(Shape({ user_id: Id('workspaceUser'), approved_at: Instant }), {
    maxItems: 1000,
    description: 'The people whose approval counts: of just this effect, and with the right still',
  }),
  needs_approval_by_another: Type.Boolean({
    description:
      'By `requires_second_approval` another person has to approve it before the caller can apply it',
    examples: [false],
  }),
}
