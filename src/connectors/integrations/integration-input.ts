import { definedOf } from '../../contract/defined.ts'
import { Type, type Static } from 'typebox'
import { isTimeZone } from '../../contract/days.ts'
import { managerReferences, scimProfiles } from '../../contract/states.ts'
import type { Caller } from '../../access/caller.ts'
import { requireOwner } from '../../http/callers/authorise.ts'
import { clip } from '../../contract/text.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { CheckedByHandler, Name, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import {
  mainAccountKey,
  RetentionDays,
  TimeZone,
  timeZoneKey,
} from '../../workspace/integrations/schema.ts'
import { ownSourceLimitSchemas } from '../../policy/limits/limit-values.ts'
import type { SecretKind } from '../pull/connector.ts'
import { allConnectors } from '../vendors.ts'

const profileKeyText = { minLength: 1, pattern: '\\S', examples: ['employeeNumber'] }
const profileKey = Type.Optional(Nullable(Text(200, profileKeyText)))

/** What only an owner does: accounts of a trusted source are linked to people by their address, or also by their number. */
const trusts = ['trusts_email', 'trusts_employee_id'] as const

type Trusts = { [Key in (typeof trusts)[number]]?: boolean | undefined }

/** @throws Problem 403 where a caller who is no owner marks an integration as trusted */
export function askToTrust(caller: Caller, wanted: Trusts, before: Trusts = {}): void {
  const more = trusts.filter((name) => wanted[name] === true && before[name] !== true)
  if (more.length === 0) return
  requireOwner(caller, `marks an integration ${more.map((name) => `\`${name}\``).join(' and ')}`)
}

/** The settings of an integration that an administrator decides. */
const integrationSettings = {
  name: Type.Optional(Name(200, ['Acme identity provider'])),
  trusts_email: Type.Optional(
    Type.Boolean({
      description: 'Its accounts are linked to people by address. Only an owner may set it',
    }),
  ),
  trusts_employee_id: Type.Optional(
    Type.Boolean({
      description:
        'Its employee numbers say whose an account is, beside an address or a name. Only an owner may set it. ' +
        'The numbers of the primary always do',
    }),
  ),
  badge_id_profile_key: profileKey,
  employee_id_profile_key: profileKey,
  employee_alt_id_profile_key: profileKey,
  manager_profile_key: profileKey,
  manager_profile_holds: Type.Optional(OneOf(managerReferences)),
  parent_profile_key: Type.Optional(
    Nullable(Text(200, { ...profileKeyText, description: mainAccountKey })),
  ),
  time_zone: Type.Optional(TimeZone),
  time_zone_profile_key: Type.Optional(
    Nullable(Text(200, { ...profileKeyText, description: timeZoneKey })),
  ),
  scim_profile: Type.Optional(OneOf(scimProfiles)),
  run_retention_days: Type.Optional(RetentionDays),
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
      description: 'How its records are read, from the next run on',
      examples: [{}],
    }),
  ),
}

/** What can move people, and what belongs to it in a plan. */
export const IntegrationChange = Shape({
  ...integrationSettings,
  ...Type.Partial(Type.Object(ownSourceLimitSchemas)).properties,
})
export type IntegrationChange = Static<typeof IntegrationChange>

function Secret(kind: SecretKind) {
  const types = allConnectors().flatMap(([type, { secret }]) =>
    secret.kind === kind ? [`${type} (${secret.label})`] : [],
  )
  const description = `Of ${types.join(', ')}`
  return Type.Optional(Text(20_000, { minLength: 1, description, examples: ['…'] }))
}

/** How a source is reached and how often it is read. */
const connectionSettings = {
  connection: Type.Optional(
    Nullable(
      CheckedByHandler(
        allConnectors().map(([, { settings }]) => settings),
        {
          description:
            'The settings of the integration’s type, and no others; what is wrong with them is told by name',
          examples: [{ url: 'https://acme.okta.com' }],
        },
      ),
    ),
  ),
  credentials: Type.Optional(
    Nullable(
      Shape(
        {
          password: Secret('password'),
          token: Secret('token'),
          client_secret: Secret('client_secret'),
          service_account_key: Secret('service_account_key'),
        },
        {
          description:
            'One secret, of the kind that the type needs. Stored encrypted, and never shown',
          examples: [{ token: '…' }],
        },
      ),
    ),
  ),
  sync_every_seconds: Type.Optional(
    Nullable(Type.Integer({ minimum: 60, maximum: 604_800, examples: [900] })),
  ),
  full_sync_every_seconds: Type.Optional(
    Type.Integer({ minimum: 3600, maximum: 2_592_000, examples: [86_400] }),
  ),
}

export const ConnectionChange = Shape(connectionSettings)
export type ConnectionChange = Static<typeof ConnectionChange>

/** Everything that can be said of an integration, new or known. */
export const wholeIntegration = { ...IntegrationChange.properties, ...connectionSettings }

type Whole = IntegrationChange & ConnectionChange

/** The settings of an integration, and how it is reached; undefined for a part that is not given. */
export function partsOf(given: Whole): {
  settings: IntegrationChange | undefined
  connection: ConnectionChange | undefined
} {
  const { connection, credentials, sync_every_seconds, full_sync_every_seconds, ...settings } =
    given
  const reached = definedOf({
    connection,
    credentials,
    sync_every_seconds,
    full_sync_every_seconds,
  })
  return { settings: unlessEmpty(settings), connection: unlessEmpty(reached) }
}

function unlessEmpty<T extends object>(part: T): T | undefined {
  return Object.keys(part).length === 0 ? undefined : part
}

type Settings = {
  [Key in keyof typeof integrationSettings]?: Static<(typeof integrationSettings)[Key]> | undefined
}

/** The keys of profiles and the time zone that were given, as the records of integrations name them. */
export function givenKeys(settings: Settings) {
  const { time_zone: zone } = settings
  if (zone !== undefined && !isTimeZone(zone))
    throw unprocessable({ time_zone: [`is unknown: ${clip(zone)}; name one as Europe/Berlin`] })
  const keys = {
    badgeIdProfileKey: settings.badge_id_profile_key,
    employeeIdProfileKey: settings.employee_id_profile_key,
    employeeAltIdProfileKey: settings.employee_alt_id_profile_key,
    managerProfileKey: settings.manager_profile_key,
    managerProfileHolds: settings.manager_profile_holds,
    parentProfileKey: settings.parent_profile_key,
    timeZone: settings.time_zone,
    timeZoneProfileKey: settings.time_zone_profile_key,
    policyKeys: settings.policy_keys,
  }
  return Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined))
}
