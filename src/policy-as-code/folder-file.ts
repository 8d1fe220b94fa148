import { Type, type Static } from 'typebox'
import {
  conditionOperators,
  conditionTypes,
  resourceStates,
  rulesetStates,
  rulesetTypes,
} from '../contract/states.ts'
import { Id, InstantInput, Shape } from '../http/shapes/schema.ts'
import { maximumConditions } from '../policy/conditions/schema.ts'
import { limitFileSchemas } from '../policy/limits/limit-values.ts'
import { Days } from '../policy/stored-rules/grace.ts'
import { RoleHandle, ruleFields } from '../policy/stored-rules/rule-input.ts'
import { settingsChangeProperties } from '../policy/settings/schema.ts'

const describe = (description: string) => ({ description })

const Handle = Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$' })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Text = Type.String({ minLength: 1, maxLength: 1000 })
const Email = Type.String({ minLength: 1, maxLength: 254 })
const Grace = Type.Integer({
  ...Days,
  description: 'Grace: for how many days a person who no longer qualifies stays, as expiring',
})
const ResourceState = Type.Enum([...resourceStates], describe('active by default'))

/** One value of a dimension. */
const FolderAttribute = Shape(
  {
    id: Type.Optional(Id('attribute')),
    value: Type.String({
      ...Text,
      description: 'The value that profiles hold; changing it renames',
    }),
    name: Type.Optional(
      Type.String({ ...Text, description: 'What people call it; the value by default' }),
    ),
    state: Type.Optional(ResourceState),
  },
  describe('One value of the dimension'),
)

const FolderDimension = Shape(
  {
    id: Type.Optional(Id('dimension')),
    handle: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,62}$' }),
    name: Name,
    integration: Handle,
    profile_key: Name,
    attributes_enabled: Type.Boolean(),
    expires_after_days: Type.Optional(Grace),
    state: Type.Optional(ResourceState),
    attributes: Type.Optional(
      Type.Array(FolderAttribute, {
        maxItems: 2000,
        description:
          'Values that differ from what profiles give: renamed, deactivated, or of a dimension without attributes_enabled',
      }),
    ),
  },
  describe('A profile key that the organisation governs by'),
)

/** A vendor's resource by its id or handle, or an attribute by its value: `rulesetFaults` checks the keys of each type. */
const FolderResource = Shape(
  {
    type: Type.Enum([...rulesetTypes]),
    integration: Type.Optional(Handle),
    vendor_id: Type.Optional(Name),
    dimension: Type.Optional(Handle),
    value: Type.Optional(Text),
    handle: Type.Optional(Type.String({ ...Name, description: 'Instead of vendor_id' })),
  },
  describe(
    'type, integration and vendor_id or handle of a vendor’s resource; type, dimension and value of an attribute',
  ),
)

/** Which of these keys a condition takes depends on its type: see look-up-condition.ts. */
export const FolderCondition = Shape({
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
  or_absent: Type.Optional(
    Type.Literal(true, {
      description:
        'For not_equals, not_in and not_contains: also holds where the key is absent, if there is an account',
    }),
  ),
  email: Type.Optional(Email),
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  resource: Type.Optional(FolderResource),
})

const { role, priority, description, reason, expires_at, everyone_else } = ruleFields

const FolderRule = Shape(
  {
    id: Type.Optional(Id('rule')),
    key: Type.Optional(
      Type.String({ ...ruleFields.key, description: 'Which rule is meant, within its resource' }),
    ),
    role,
    state: Type.Enum(['staged', 'active'], describe('staged is a draft')),
    activates_at: Type.Optional(
      Type.String({ ...InstantInput, description: 'When a staged rule comes into force' }),
    ),
    replaces: Type.Optional(
      Type.String({
        ...Handle,
        description: 'Key or id of the rule that ends when this one comes into force at its date',
      }),
    ),
    priority: Type.Optional(priority),
    description: Type.Optional(description),
    reason: Type.Optional(reason),
    expires_at: Type.Optional(Type.String({ ...expires_at, description: 'When the rule ends' })),
    expires_after_days: Type.Optional(Grace),
    everyone_else: Type.Optional(everyone_else),
    conditions: Type.Array(FolderCondition, {
      maxItems: maximumConditions,
      description: 'All must hold; at least one for an active rule',
    }),
  },
  describe('Gives one role to the people who meet all its conditions'),
)

/** The states of people, as tests name them. */
export const testedStates = ['staged', 'active', 'suspended', 'deactivated'] as const

const TestedValues = Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
  minProperties: 1,
  maxProperties: 20,
  description:
    'Values by policy_keys of the primary integration; `state` is the state of the person, for a person who is made up active by default',
})
export type TestedValues = Static<typeof TestedValues>

const testProperties = {
  person: Type.Optional(
    Type.Union([Type.String({ ...Email, description: 'An e-mail address' }), TestedValues], {
      description: 'A person by their e-mail address, or one who is made up of these values',
    }),
  ),
  everyone: Type.Optional({
    ...TestedValues,
    description: 'All people with these values who can have access: each should have it',
  }),
  nobody: Type.Optional({
    ...TestedValues,
    description: 'No person with these values should have it',
  }),
  has: Type.Optional(Type.Boolean(describe('false for what that person should not have'))),
  role: Type.Optional(
    Type.String({ ...RoleHandle, description: 'The role that is meant; any by default' }),
  ),
}

const OwnTest = Shape(
  testProperties,
  describe('What people should have, or not have, of this resource'),
)
const FreeTest = Shape(
  { ...testProperties, resource: FolderResource },
  describe('What people should have, or not have'),
)

/** The policy of one resource: a file of its own, or one of the `rulesets` of a file. */
export const RulesetFile = Shape({
  id: Type.Optional(Id('ruleset')),
  resource: FolderResource,
  state: Type.Enum([...rulesetStates], describe('Only the rules of a managed one are in force')),
  expires_after_days: Type.Optional(Grace),
  is_authoritative: Type.Optional(
    Type.Boolean(describe('true by default for an attribute, else false')),
  ),
  ...Type.Partial(Type.Object(limitFileSchemas)).properties,
  rules: Type.Array(FolderRule, { maxItems: 1000 }),
  tests: Type.Optional(Type.Array(OwnTest, { maxItems: 1000 })),
})

/** Any other file: the workspace's defaults, dimensions and attributes, rulesets, and tests, or some of these. */
export const SettingsFile = Shape({
  defaults: Type.Optional(
    Shape(
      settingsChangeProperties,
      describe(
        'What holds wherever nothing nearer is said; what is left out is as in a new workspace. Without `defaults` all stay as they are',
      ),
    ),
  ),
  dimensions: Type.Optional(Type.Array(FolderDimension, { maxItems: 100 })),
  rulesets: Type.Optional(
    Type.Array(RulesetFile, {
      maxItems: 20_000,
      description: 'The policy of several resources, as if each had a file of its own',
    }),
  ),
  tests: Type.Optional(Type.Array(FreeTest, { maxItems: 10_000 })),
})

export type RulesetFile = Static<typeof RulesetFile>
export type SettingsFile = Static<typeof SettingsFile>
export type FolderDimension = Static<typeof FolderDimension>
export type FolderAttribute = Static<typeof FolderAttribute>
export type FolderResource = Static<typeof FolderResource>
export type FolderRule = Static<typeof FolderRule>
export type FolderTest = Static<typeof OwnTest>
export type FolderCondition = Static<typeof FolderCondition>

/** The JSON Schema of the files, in the folder beside them. */
export const schemaName = 'policy.schema.json'
