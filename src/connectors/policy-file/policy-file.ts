import { Type, type Static } from 'typebox'
import {
  conditionOperators,
  conditionTypes,
  rulesetStates,
  rulesetTypes,
} from '../../contract/states.ts'
import { maximumConditions } from '../../policy/conditions/schema.ts'

const closed = { additionalProperties: false } as const
const Handle = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' })
const Name = Type.String({ minLength: 1, maxLength: 200 })
export const Text = Type.String({ minLength: 1, maxLength: 1000 })
export const Days = Type.Integer({ minimum: 0, maximum: 1095 })

export const FileDimension = Type.Object(
  {
    handle: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,62}$' }),
    name: Name,
    integration: Handle,
    profile_key: Name,
    attributes_enabled: Type.Boolean(),
    expires_after_days: Type.Optional(Days),
  },
  closed,
)

/** Which of these keys a condition takes depends on its type: see look-up-condition.ts. */
export const FileCondition = Type.Object(
  {
    type: Type.Enum([...conditionTypes]),
    dimension: Type.Optional(Handle),
    integration: Type.Optional(Handle),
    profile_key: Type.Optional(Name),
    operator: Type.Optional(Type.Enum([...conditionOperators])),
    value: Type.Optional(
      Type.Union([
        Type.String({ maxLength: 100_000 }),
        Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 50_000 }),
      ]),
    ),
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  closed,
)

export const FileRule = Type.Object(
  {
    key: Handle,
    role: Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' }),
    state: Type.Enum(['staged', 'active']),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    description: Type.Optional(Text),
    reason: Type.Optional(Text),
    expires_at: Type.Optional(
      Type.String({
        pattern:
          '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})$',
      }),
    ),
    expires_after_days: Type.Optional(Days),
    everyone_else: Type.Optional(Type.Boolean()),
    conditions: Type.Array(FileCondition, { maxItems: maximumConditions }),
  },
  closed,
)

/** A vendor resource, or an attribute: `rulesetFaults` checks the keys that each type needs. */
export const FileResource = Type.Object(
  {
    type: Type.Enum([...rulesetTypes]),
    integration: Type.Optional(Handle),
    vendor_id: Type.Optional(Name),
    dimension: Type.Optional(Handle),
    value: Type.Optional(Text),
  },
  closed,
)

const FileRuleset = Type.Object(
  {
    resource: FileResource,
    state: Type.Enum([...rulesetStates]),
    expires_after_days: Type.Optional(Days),
    is_authoritative: Type.Optional(Type.Boolean()),
    rules: Type.Array(FileRule, { maxItems: 1000 }),
  },
  closed,
)

/** What a policy file says. */
export const PolicyFile = Type.Object(
  {
    dimensions: Type.Optional(Type.Array(FileDimension, { maxItems: 100 })),
    rulesets: Type.Optional(Type.Array(FileRuleset, { maxItems: 20_000 })),
  },
  closed,
)

export type PolicyFile = Static<typeof PolicyFile>
export type FileDimension = Static<typeof FileDimension>
export type FileRuleset = Static<typeof FileRuleset>
export type FileResource = Static<typeof FileResource>
export type FileRule = Static<typeof FileRule>
export type FileCondition = Static<typeof FileCondition>
