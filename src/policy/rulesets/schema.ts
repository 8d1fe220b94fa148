import { Type } from 'typebox'
import { rulesetStates } from '../../contract/states.ts'
import {
  Count,
  Instant,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import { findingsSchema } from '../conditions/rule-findings.ts'
import { ownLimitSchemas } from '../limits/limit-values.ts'
import { IncidentRef, maximumIncidents } from '../shapes/incident-ref.ts'
import { PolicyResource, PolicyRuleset } from '../shapes/schema.ts'
import { Days } from '../stored-rules/grace.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/rulesets/poset_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const rowProperties = {
  ...PolicyRuleset.properties,
  expires_after_days_inherited: Type.Boolean({
    description: 'The grace is the workspace’s; an attribute’s ruleset gives none',
  }),
  ...ownLimitSchemas,
  recalculating: Type.Boolean({
    description:
      'A change of many is being worked out; until it is there, what stood before stands whole',
  }),
  findings: findingsSchema,
  policy_resource: PolicyResource,
  timestamp: Shape({ created_at: Instant, updated_at: Instant }),
  links: Shape({
    self: link,
    policy_resource: link,
    rules: link,
    manifest_users: link,
    qualified_users: link,
    staged_users: link,
    admins: link,
  }),
}

/** A ruleset in a list: the contract's shape, what it is the policy of, and where to go from it. */
export const ListedRuleset = RecordShape(rowProperties, { $id: 'ListedPolicyRuleset' })

/** A ruleset in its list, with `include=count`. */
export const CountedRuleset = RecordShape(
  {
    ...rowProperties,
    count: Type.Optional(
      Shape(
        {
          manifest_users: Count,
          expiring_users: Count,
          active_rules: { ...Count, description: 'Rules in force, those with an end included' },
          staged_rules: Count,
        },
        { description: 'With `include=count`: what is in it, each at most 10,000' },
      ),
    ),
  },
  { $id: 'CountedPolicyRuleset' },
)

/** One ruleset, with how much of everything is in it. */
export const DescribedRuleset = RecordShape(
  {
    ...rowProperties,
    count: Shape({
      rules: Count,
      staged_rules: Count,
      active_rules: Count,
      expiring_rules: Count,
      expired_rules: Count,
      deactivated_rules: Count,
      manifest_users: Count,
      expiring_users: Count,
      qualified_users: Count,
      held_users: Type.Integer({
        minimum: 0,
        description: 'People whose access here an open incident holds back',
        examples: [0],
      }),
      staged_users: Nullable(
        Type.Integer({
          minimum: 0,
          description:
            'As many as the list has; null where more than 10,000 people would have to be looked at, and in the answer of a change of a ruleset with very many drafts',
          examples: [3],
        }),
      ),
    }),
    incidents: Type.Optional(
      Type.Array(IncidentRef, {
        maxItems: maximumIncidents,
        description: 'With `include=incidents`: the open incidents that hold access here',
      }),
    ),
  },
  { $id: 'DescribedPolicyRuleset' },
)

/** What a client may change of a ruleset. */
export const rulesetChangeProperties = {
  state: Type.Optional(OneOf(rulesetStates)),
  is_authoritative: Type.Optional(Type.Boolean()),
  expires_after_days: Type.Optional(Nullable(Days)),
  ...Type.Partial(Type.Object(ownLimitSchemas)).properties,
}
