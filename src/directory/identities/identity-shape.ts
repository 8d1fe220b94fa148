import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { integrationTypes } from '../../contract/gen/vendors.ts'
import { identityStates, integrationVendors } from '../../contract/states.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { Id, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { DirectoryUserSummary } from '../../policy/shapes/person-summary.ts'

const { full_name, email, org } = DirectoryUserSummary.properties

/** The contract’s "Directory identity". The raw profile is never part of it. */
export const DirectoryIdentity = Shape(
  {
    id: Id('identity'),
    integration_id: Id('integration'),
    integration_type: OneOf(integrationTypes),
    directory_user_id: Nullable(Id('directoryUser')),
    integration_vendor: OneOf(integrationVendors),
    integration_handle: Text(63, { examples: ['idp'] }),
    vendor_id: Text(200, { examples: ['00u7ada'] }),
    full_name,
    email,
    org,
    state: OneOf(identityStates),
  },
  { $id: 'DirectoryIdentity' },
)

export type DirectoryIdentityJson = Static<typeof DirectoryIdentity>

/**
 * An identity as PostgreSQL builds it: `i` the identity, `g` its integration. `org` reads the dimensions of that
 * integration from this identity's own profile.
 */
export const identityJson = sql`json_build_object(
  'id', i.id, 'integration_id', i.integration_id, 'integration_type', g.type, 'directory_user_id', i.directory_user_id,
  'integration_vendor', g.vendor, 'integration_handle', g.handle, 'vendor_id', i.vendor_id, 'full_name', i.full_name,
  'email', i.email,
  'org', coalesce((select json_object_agg(d.handle, profile_text(i.profile, d.profile_key) order by d.handle)
    from dimension d where d.integration_id = i.integration_id and d.state = 'active'
      and profile_text(i.profile, d.profile_key) is not null), '{}'),
  'state', i.state)`

/** The result of {@link identityJson}: the contract's shape, with uuids. */
export type IdentityRow = DirectoryIdentityJson

export function presentIdentity(row: IdentityRow): DirectoryIdentityJson {
  return {
    ...row,
    id: encodeId('identity', row.id),
    integration_id: encodeId('integration', row.integration_id),
    directory_user_id:
      row.directory_user_id === null ? null : encodeId('directoryUser', row.directory_user_id),
  }
}

/** The fields of an identity that reveal its person. */
export const withheldOfIdentity = ['vendor_id', 'full_name', 'email', 'org'] as const

/**
 * {@link presentIdentity} for a caller who may lack the permission on people: the fields that reveal its person
 * need the permission on identities or, if it belongs to a person, on people.
 */
export function presentNamedIdentity(row: IdentityRow, may: ReadContext['may']) {
  const isSeen =
    may('directory.identity.view') || (row.directory_user_id !== null && may('directory.user.view'))
  const identity = presentIdentity(row)
  if (isSeen) return { ...identity, withheld: [] }
  const empty = { vendor_id: null, full_name: '', email: null, org: {} }
  return { ...identity, ...empty, withheld: [...withheldOfIdentity] }
}
