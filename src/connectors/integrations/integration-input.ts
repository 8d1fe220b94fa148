import { Type, type Static } from 'typebox'
import { managerReferences, scimProfiles } from '../../contract/states.ts'
import { Name, Nullable, OneOf, Shape, Text } from '../../http/schema.ts'
import { ownSourceLimitSchemas } from '../../policy/limits/limit-values.ts'

const profileKey = Type.Optional(
  Nullable(Text(200, { minLength: 1, pattern: '\\S', examples: ['employeeNumber'] })),
)

/** The settings of an integration that an administrator decides. */
export const integrationSettings = {
  name: Type.Optional(Name(200, ['Acme identity provider'])),
  trusts_email: Type.Optional(Type.Boolean()),
  badge_id_profile_key: profileKey,
  employee_id_profile_key: profileKey,
  employee_alt_id_profile_key: profileKey,
  manager_profile_key: profileKey,
  manager_profile_holds: Type.Optional(OneOf(managerReferences)),
  parent_profile_key: profileKey,
  scim_profile: Type.Optional(OneOf(scimProfiles)),
  policy_keys: Type.Optional(
    Type.Array(Text(200, { minLength: 1, pattern: '\\S' }), {
      maxItems: 1000,
      uniqueItems: true,
      description: 'The keys of its profiles that conditions and dimensions may read',
      examples: [['department', 'costCenter']],
    }),
  ),
  mapping: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'How its records are read, from the next import on',
      examples: [{}],
    }),
  ),
}

/** What a PATCH takes. */
export const IntegrationChange = Shape(
  {
    ...integrationSettings,
    ...Type.Partial(Type.Object(ownSourceLimitSchemas)).properties,
  },
  { examples: [{ badge_id_profile_key: 'badgeNumber', account_limit_percent: 10 }] },
)

type Settings = {
  [Key in keyof typeof integrationSettings]?: Static<(typeof integrationSettings)[Key]> | undefined
}

/** The keys of profiles that were given, as the records of integrations name them. */
export function givenKeys(settings: Settings) {
  const keys = {
    badgeIdProfileKey: settings.badge_id_profile_key,
    employeeIdProfileKey: settings.employee_id_profile_key,
    employeeAltIdProfileKey: settings.employee_alt_id_profile_key,
    managerProfileKey: settings.manager_profile_key,
    managerProfileHolds: settings.manager_profile_holds,
    parentProfileKey: settings.parent_profile_key,
    policyKeys: settings.policy_keys,
  }
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined))
}
