import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { scimSecretStates } from '../../contract/states.ts'
import { scimAddress } from '../../http/route/protocol.ts'
import type { Services } from '../../http/route/services.ts'
import {
  Id,
  Instant,
  instant,
  InstantInput,
  instantOrNull,
  Name,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import type { ScimSecretRow } from './queries.ts'

/** The longest life that can be given. Without one, a secret does not end by itself. */
const secretLifeDays = 3650

export const NewScimSecret = Shape(
  {
    name: Name(200, ['Entra, autumn 2026']),
    expires_at: Type.Optional(InstantInput),
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: secretLifeDays, examples: [365] }),
    ),
  },
  { examples: [{ name: 'Entra, autumn 2026' }] },
)

const properties = {
  id: Id('scimSecret'),
  state: OneOf(scimSecretStates),
  name: Text(200, { examples: ['Entra, autumn 2026'] }),
  scim_url: Text(2000, {
    description: 'Where it is valid',
    examples: ['https://muster.example/scim/v2/wsitg_01kaf7m2t4e8j9p3q5r7s9v1wx'],
  }),
  timestamp: Shape({
    created_at: Instant,
    expires_at: Nullable(Instant),
    last_used_at: Nullable(Instant),
    revoked_at: Nullable(Instant),
  }),
}

/** A SCIM secret without what is secret. */
export const ScimSecret = RecordShape(properties)
/** A SCIM secret as it is shown once, when it is made. */
export const CreatedScimSecret = Shape({
  secret: Type.String({
    maxLength: 43,
    description: 'The secret. It is shown only in this answer',
    examples: ['mst_p…'],
  }),
  ...properties,
})

/** `last_used_at` is exact to a minute. */
export function presentScimSecret(
  row: ScimSecretRow,
  { services, now }: { services: Services; now: Date },
): Static<typeof ScimSecret> {
  return {
    id: encodeId('scimSecret', row.id),
    state:
      row.revoked_at !== null
        ? 'revoked'
        : row.expires_at !== null && row.expires_at <= now
          ? 'expired'
          : 'active',
    name: row.name,
    scim_url: scimAddress(services, row.integration_id),
    timestamp: {
      created_at: instant(row.created_at),
      expires_at: instantOrNull(row.expires_at),
      last_used_at: instantOrNull(row.last_used_at),
      revoked_at: instantOrNull(row.revoked_at),
    },
  }
}
