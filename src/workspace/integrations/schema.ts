import { Type } from 'typebox'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import {
  integrationVendors,
  managerReferences,
  resourceStates,
  runStates,
  scimProfiles,
} from '../../contract/states.ts'
import { ownSourceLimitSchemas } from '../../policy/limits/limit-values.ts'
import { Id, Instant, Nullable, OneOf, Shape, Text, RecordShape } from '../../http/shapes/schema.ts'

const profileKey = Nullable(Text(200, { examples: ['employeeNumber'] }))

export const mainAccountKey =
  'Where a profile of the primary names a main account of the same source, by its id there: the person is a secondary user of that one’s'

/** How many SCIM secrets live at a time: one that is in use, and the one that takes its place. */
export const mostLiveSecrets = 2

export const TimeZone = Text(100, {
  minLength: 1,
  description:
    'Where the first and last days of its people begin and end, as named by IANA. From the next run on',
  examples: ['Europe/Berlin'],
})

export const timeZoneKey =
  'The key of profiles with the time zone of each person. Where it is empty or unknown, `time_zone` counts'

export const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: 1095,
  description: 'How many days its runs are kept after their end, with the rows that they left out',
  examples: [90],
})

/** A connected vendor. It shows no secret. */
export const DescribedIntegration = RecordShape(
  {
    id: Id('integration'),
    state: OneOf(resourceStates),
    vendor: OneOf(integrationVendors),
    type: OneOf(integrationTypes),
    handle: Text(63, { examples: ['idp'] }),
    name: Text(200, { examples: ['Acme identity provider'] }),
    is_primary: Type.Boolean(),
    trusts_email: Type.Boolean(),
    trusts_employee_id: Type.Boolean(),
    badge_id_profile_key: profileKey,
    employee_id_profile_key: profileKey,
    employee_alt_id_profile_key: profileKey,
    manager_profile_key: profileKey,
    manager_profile_holds: OneOf(managerReferences),
    parent_profile_key: { ...profileKey, description: mainAccountKey },
    time_zone: TimeZone,
    time_zone_profile_key: { ...profileKey, description: timeZoneKey },
    policy_keys: Type.Array(Text(200), {
      maxItems: 1000,
      examples: [['department', 'costCenter']],
    }),
    self_service_keys: Type.Array(Text(200), {
      maxItems: 1000,
      description:
        'Those of `policy_keys` that people can write themselves at the vendor: a rule on one lets in everyone who writes it',
      examples: [['title']],
    }),
    scim_profile: OneOf(scimProfiles, {
      description: 'Whose differences from RFC 7644 its SCIM endpoint takes',
    }),
    run_retention_days: RetentionDays,
    scim_url: Nullable(
      Text(2000, {
        description:
          'Where an identity provider pushes its users and groups; null for a type other than scim',
        examples: ['https://muster.example/scim/v2/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx'],
      }),
    ),
    mapping: Type.Record(Type.String(), Type.Unknown(), {
      description: 'How the vendor’s records are read',
      examples: [{}],
    }),
    connection: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The settings by which it is reached, as they are sent for its type, without credentials; null if files are imported',
        examples: [{ url: 'ldaps://ldap.acme.example' }],
      }),
    ),
    credentials: Shape(
      { is_set: Type.Boolean(), set_at: Nullable(Instant) },
      { description: 'Credentials are never shown' },
    ),
    sync_every_seconds: Nullable(
      Type.Integer({ description: 'How often it is read; null: on request only', examples: [900] }),
    ),
    full_sync_every_seconds: Type.Integer({
      description: 'How often everything is read, which shows what is gone; otherwise changes are',
      examples: [86400],
    }),
    ...ownSourceLimitSchemas,
    incident_id: Nullable(Id('incident')),
    last_run: Nullable(
      Shape(
        {
          id: Id('importRun'),
          state: OneOf(runStates),
          failure: Nullable(Text(2000, { description: 'Why it wrote nothing, and what to do' })),
          states_unknown: Type.Integer({
            minimum: 0,
            description:
              'Accounts with a state that is not known, which stay as they were; `GET …/rows` of the run names the values',
            examples: [0],
          }),
          started_at: Instant,
          finished_at: Nullable(Instant),
        },
        { description: 'The newest of its runs, apart from plans' },
      ),
    ),
    count: Shape({
      held_users: Type.Integer({
        minimum: 0,
        description: 'People who are held by its open incident',
        examples: [0],
      }),
    }),
    timestamp: Shape({ created_at: Instant, updated_at: Instant }),
    links: Shape({
      self: Text(2000, {
        examples: [
          'https://muster.example/api/v1/workspace/integrations/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx',
        ],
      }),
      directory_identities: Text(2000, {
        examples: [
          'https://muster.example/api/v1/directory/identities?filter[integration_id]=wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx',
        ],
      }),
    }),
  },
  { $id: 'Integration' },
)
