import { Type, type Static } from 'typebox'
import {
  conditionOperators,
  conditionTypes,
  policyUserStates,
  resourceStates,
  ruleStates,
  rulesetStates,
  rulesetTypes,
} from '../../contract/states.ts'
import { Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

/** The contract’s "Policy condition". */
export const PolicyCondition = Shape(
  {
    id: Id('condition'),
    is_imported: Type.Boolean(),
    type: OneOf(conditionTypes),
    ruleset_id: Id('ruleset'),
    rule_id: Id('rule'),
    resource_id: Nullable(
      Type.String({ maxLength: 32, examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
    ),
    profile_key: Nullable(Text(200, { examples: ['department'] })),
    profile_operator: Nullable(OneOf(conditionOperators)),
    profile_value: Nullable(Text(100_000, { examples: ['Sales'] })),
    or_absent: Type.Optional(
      Type.Boolean({
        description: 'True where the condition also holds without a value; otherwise left out',
      }),
    ),
    description: Text(1000, { examples: ['department equals Sales'] }),
  },
  { $id: 'PolicyCondition' },
)

/** The contract’s "Policy rule". */
export const PolicyRule = Shape(
  {
    id: Id('rule'),
    state: OneOf(ruleStates),
    role_name: Text(200, { examples: ['Member'] }),
    role_handle: Text(63, { examples: ['member'] }),
    is_imported: Type.Boolean(),
    description: Nullable(
      Text(1000, {
        description: 'Null for a draft without conditions and without a description',
        examples: ['Everybody in Engineering'],
      }),
    ),
    expires_after_days: Type.Integer({
      minimum: 0,
      maximum: 1095,
      description:
        'The grace that the rule gives now, in days. A person who is in grace keeps the end that they got when it began',
      examples: [7],
    }),
    expires_after_days_inherited: Type.Boolean(),
    priority: Type.Integer({ minimum: 0, examples: [100] }),
  },
  { $id: 'PolicyRule' },
)

/** The contract’s "Policy ruleset". */
export const PolicyRuleset = Shape(
  {
    id: Id('ruleset'),
    state: OneOf(rulesetStates),
    type: OneOf(rulesetTypes),
    resource_id: Type.String({ maxLength: 32, examples: ['dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
    is_authoritative: Type.Boolean(),
    expires_after_days: Type.Integer({ minimum: 0, maximum: 1095, examples: [7] }),
  },
  { $id: 'PolicyRuleset' },
)

/** The contract’s "Policy resource (directory attribute)": what a ruleset is the policy of. */
export const PolicyResource = Shape(
  {
    id: Type.String({ maxLength: 32, examples: ['dratr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
    state: OneOf(resourceStates),
    parent: Nullable(
      Type.String({
        maxLength: 32,
        description: 'The dimension of an attribute, the containing resource of another',
      }),
    ),
    name: Text(1000, { examples: ['Sales'] }),
    handle: Nullable(Text(200, { examples: ['sales'] })),
    blueprint_signature: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description:
        'The same for the same vendor object or value in every workspace: a digest of what identifies it there',
      examples: ['9f86d081884c7d659a2feaa0c55ad015'],
    }),
    profile_value: Nullable(Text(1000, { examples: ['Sales'] })),
  },
  { $id: 'PolicyResource' },
)

export const PolicyUserTimestamp = Shape({
  created_at: Instant,
  updated_at: Instant,
  activated_at: Instant,
  expires_at: Nullable(Instant),
  deleted_at: Nullable(Instant),
})

export const policyUserState = OneOf(policyUserStates, {
  description:
    'While in the manifest, `active` or `expiring`: expiring in grace, or because the rule has an end. Afterwards ' +
    '`expired` if an end came, of the stay or of the person, else `deactivated`',
})

/** What a SCIM client calls what it pushed; `vendor_id` is then an id that Muster gave it. */
export const externalId = Nullable(
  Text(500, {
    description:
      'The `externalId` that the client of a SCIM source sent; null without one, and at other sources',
    examples: ['a3f1c2d4-7b9e-4c55-9c1e-0d2f6f1b8a10'],
  }),
)

/** What someone has of a resource at its vendor. */
export const VendorMembership = Shape({
  role_handle: Text(63, { examples: ['member'] }),
  since: { ...Instant, description: 'When Muster first saw the member with this role' },
})

export type PolicyConditionJson = Static<typeof PolicyCondition>
export type PolicyRuleJson = Static<typeof PolicyRule>
export type PolicyRulesetJson = Static<typeof PolicyRuleset>
export type PolicyResourceJson = Static<typeof PolicyResource>
