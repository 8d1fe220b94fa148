import { Type } from 'typebox'
import { Id, Instant, Shape, Text, RecordShape } from '../../http/shapes/schema.ts'
import { maximumConditions } from '../conditions/schema.ts'
import { limitSchemas, RequiresSecondApproval, sourceLimitSchemas } from '../limits/limit-values.ts'
import { Days } from '../stored-rules/grace.ts'

/** The defaults of the workspace. */
const settingsProperties = {
  expires_after_days: Days,
  exceptions_end_after_days: Type.Integer({
    minimum: 0,
    maximum: 90,
    description:
      'Rules that name a person rest while the person is expired or deactivated, and end after so many days, if the same account does not ' +
      'bring the person back before',
    examples: [14],
  }),
  ...limitSchemas,
  ...sourceLimitSchemas,
  named_people_limit: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'As many people may one caller suspend, expire, deactivate, delete, link, unlink or give exceptions to within 24 hours; more need a plan',
    examples: [50],
  }),
  draft_limit_per_ruleset: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      'The most staged rules that a ruleset may have. A lower limit leaves existing ones in place',
    examples: [200],
  }),
  condition_limit_per_rule: Type.Integer({
    minimum: 1,
    maximum: maximumConditions,
    description:
      'The most conditions that a rule may have. A lower limit leaves existing ones in place',
    examples: [50],
  }),
  requires_second_approval: RequiresSecondApproval,
}

/** What a client may change of the settings. */
export const settingsChangeProperties = Type.Partial(Type.Object(settingsProperties)).properties

/** The defaults of the workspace. */
export const PolicySettings = RecordShape(
  {
    id: Id('policySettings'),
    ...settingsProperties,
    timestamp: Shape({ updated_at: Instant }),
    links: Shape({
      self: Text(2000, { examples: ['https://muster.example/api/v1/policy/settings'] }),
    }),
  },
  { $id: 'PolicySettings' },
)
