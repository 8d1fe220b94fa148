import { Type } from 'typebox'
import {
  integrationTypes,
  integrationVendors,
  managerReferences,
  resourceStates,
} from '../../contract/states.ts'
import { ownSourceLimitSchemas } from '../../policy/limits/limit-values.ts'
import { Id, Instant, Nullable, OneOf, Shape, Text, RecordShape } from '../../http/schema.ts'

const profileKey = Nullable(Text(200, { examples: ['employeeNumber'] }))

/** A connected vendor. It holds no secret. */
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
    badge_id_profile_key: profileKey,
    employee_id_profile_key: profileKey,
    employee_alt_id_profile_key: profileKey,
    manager_profile_key: profileKey,
    manager_profile_holds: OneOf(managerReferences),
    parent_profile_key: profileKey,
    policy_keys: Type.Array(Text(200), {
      maxItems: 1000,
      examples: [['department', 'costCenter']],
    }),
    mapping: Type.Record(Type.String(), Type.Unknown(), {
      description: 'How the vendor’s records are read',
      examples: [{}],
    }),
    ...ownSourceLimitSchemas,
    incident_id: Nullable(Id('incident')),
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
