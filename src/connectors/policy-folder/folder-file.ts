import { Type, type Static } from 'typebox'
import { resourceStates, rulesetStates } from '../../contract/states.ts'
import { Id, InstantInput } from '../../http/schema.ts'
import { maximumConditions } from '../../policy/conditions/schema.ts'
import { limitFileSchemas } from '../../policy/limits/limit-values.ts'
import { settingsChangeProperties } from '../../policy/settings/operations/change-settings.ts'
import {
  Days,
  FileCondition,
  FileDimension,
  FileResource,
  FileRule,
  Text,
} from '../policy-file/policy-file.ts'

const closed = { additionalProperties: false } as const
const describe = (description: string) => ({ description })

const Grace = Type.Integer({
  ...Days,
  description: 'Grace: for how many days who no longer qualifies stays, as expiring',
})

/** One value of a dimension. */
const FolderAttribute = Type.Object(
  {
    id: Type.Optional(Id('attribute')),
    value: Type.String({
      ...Text,
      description: 'The value that profiles hold; changing it renames',
    }),
    name: Type.Optional(
      Type.String({ ...Text, description: 'What people call it; the value by default' }),
    ),
    state: Type.Optional(Type.Enum([...resourceStates], describe('active by default'))),
  },
  { ...closed, ...describe('One value of the dimension') },
)

const { expires_after_days: _grace, ...dimensionProperties } = FileDimension.properties

const FolderDimension = Type.Object(
  {
    id: Type.Optional(Id('dimension')),
    ...dimensionProperties,
    expires_after_days: Type.Optional(Grace),
    state: Type.Optional(Type.Enum([...resourceStates], describe('active by default'))),
    attributes: Type.Optional(
      Type.Array(FolderAttribute, {
        maxItems: 2000,
        description:
          'Values that differ from what profiles give: renamed, deactivated, or of a dimension without attributes_enabled',
      }),
    ),
  },
  { ...closed, ...describe('A profile key that the organisation governs by') },
)

/** A vendor's resource by its id or handle, or an attribute by its value. */
const FolderResource = Type.Object(
  {
    ...FileResource.properties,
    handle: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Instead of vendor_id' }),
    ),
  },
  {
    ...closed,
    ...describe(
      'type, integration and vendor_id or handle of a vendor’s resource; type, dimension and value of an attribute',
    ),
  },
)

const { key, role, description, reason, everyone_else, priority } = FileRule.properties

const FolderRule = Type.Object(
  {
    id: Type.Optional(Id('rule')),
    key: Type.Optional(
      Type.String({ ...key, description: 'Which rule is meant, within its resource' }),
    ),
    role,
    state: Type.Enum(['staged', 'active'], describe('staged is a draft')),
    activates_at: Type.Optional(
      Type.String({ ...InstantInput, description: 'When a staged rule comes into force' }),
    ),
    replaces: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9_-]{0,62}$',
        description: 'Key or id of the rule that ends when this one comes into force at its date',
      }),
    ),
    priority,
    description,
    reason,
    expires_at: Type.Optional(Type.String({ ...InstantInput, description: 'When the rule ends' })),
    expires_after_days: Type.Optional(Grace),
    everyone_else,
    conditions: Type.Array(FileCondition, {
      maxItems: maximumConditions,
      description: 'All must hold; at least one for an active rule',
    }),
  },
  { ...closed, ...describe('Gives one role to the people who meet all its conditions') },
)

const testProperties = {
  person: Type.String({ minLength: 1, maxLength: 254, description: 'An e-mail address' }),
  has: Type.Optional(Type.Boolean(describe('false for what they should not have'))),
  role: Type.Optional(
    Type.String({ ...role, description: 'The role that is meant; any by default' }),
  ),
}

const OwnTest = Type.Object(testProperties, {
  ...closed,
  ...describe('What a person should have, or not have, of this resource'),
})
const FreeTest = Type.Object(
  { ...testProperties, resource: FolderResource },
  { ...closed, ...describe('What a person should have, or not have') },
)

/** The policy of one resource. */
export const RulesetFile = Type.Object(
  {
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
  },
  closed,
)

/** The workspace's defaults, dimensions and attributes; a file may also hold tests alone. */
export const SettingsFile = Type.Object(
  {
    defaults: Type.Optional(
      Type.Object(settingsChangeProperties, {
        ...closed,
        ...describe(
          'What holds wherever nothing nearer is said; what is left out is as in a new workspace. Without `defaults` all stay as they are',
        ),
      }),
    ),
    dimensions: Type.Optional(Type.Array(FolderDimension, { maxItems: 100 })),
    tests: Type.Optional(Type.Array(FreeTest, { maxItems: 10_000 })),
  },
  closed,
)

export type RulesetFile = Static<typeof RulesetFile>
export type SettingsFile = Static<typeof SettingsFile>
export type FolderDimension = Static<typeof FolderDimension>
export type FolderAttribute = Static<typeof FolderAttribute>
export type FolderResource = Static<typeof FolderResource>
export type FolderRule = Static<typeof FolderRule>
