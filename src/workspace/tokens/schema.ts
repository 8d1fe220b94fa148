import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { scopePattern } from '../../contract/permissions.ts'
import { serviceAdminRoles } from '../../contract/states.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  Id,
  instant,
  InstantInput,
  instantOrNull,
  Instant,
  Nullable,
  OneOf,
  Shape,
  Text,
  Name,
  RecordShape,
} from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { issuerDescription, issuerProperties, presentIssuer } from './issuer.ts'
import type { TokenRow } from './queries.ts'

export const tokenStates = ['active', 'expired', 'revoked'] as const
export const defaultLifeDays = 90
export const maximumLifeDays = 365

const Scope = Type.String({ pattern: scopePattern, maxLength: 100 })
const askedScopes = Type.Array(Scope, {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  description: 'Names of permissions, or patterns with `*`',
  examples: [['*.view']],
})

/** What a token is made from. Its owner is named by the path. */
export const NewToken = Shape({
  name: Name(200, ['nightly export']),
  scopes: Type.Optional(askedScopes),
  expires_at: Type.Optional(InstantInput),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maximumLifeDays, examples: [30] }),
  ),
})

const TokenIssuer = Nullable(
  Shape(
    {
      ...issuerProperties,
      admin_role: Nullable(
        OneOf(serviceAdminRoles, {
          description: 'The role that the person has now on the service, if it is a token of one',
        }),
      ),
      is_admin: Nullable(
        Type.Boolean({
          description:
            'For a token of a service: true while the person is active and has a role on the service',
        }),
      ),
    },
    { description: issuerDescription },
  ),
)

const properties = {
  id: Id('token'),
  state: OneOf(tokenStates),
  name: Text(200, { examples: ['nightly export'] }),
  owner_type: OneOf(['user', 'service']),
  owner_id: Type.String({ maxLength: 32, examples: ['wssvc_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
  parent_token_id: Nullable(Id('token')),
  scopes: Type.Array(Scope, {
    maxItems: 200,
    uniqueItems: true,
    description:
      'Names or patterns. For a token of a service: names, fixed when it was issued; there may be none',
    examples: [['*.view']],
  }),
  issued_by: TokenIssuer,
  last_used_address: Nullable(
    Text(45, { description: 'Where its last use came from', examples: ['192.0.2.7'] }),
  ),
  timestamp: Shape({
    created_at: Instant,
    expires_at: Instant,
    last_used_at: Nullable(Instant),
    revoked_at: Nullable(Instant),
  }),
  links: Shape({
    owner: Type.String({ description: 'The service or the workspace user that it belongs to' }),
  }),
}

/** A token without its secret. */
export const Token = RecordShape(properties)
/** A token that is asked for alone. */
export const DescribedToken = RecordShape({
  ...properties,
  used_permissions: Type.Array(
    Shape({
      permission: Type.String({ maxLength: 100, examples: ['directory.user.view'] }),
      last_used_at: Instant,
    }),
    {
      maxItems: 200,
      description:
        'The permissions that requests with it needed, or showed more because of, since Muster notes uses; the last one first, to the hour',
    },
  ),
})
/** A token as it is shown once, when it is made. */
export const IssuedToken = Shape({
  token: Type.String({ maxLength: 43, description: 'The secret. It is shown only in this answer' }),
  ...properties,
})

/** What a token is shown by: the instant, where links begin, and what the caller may see of its issuer. */
export type TokenViewer = Pick<ReadContext, 'now' | 'services' | 'caller' | 'may'>

export function presentToken(row: TokenRow, viewer: TokenViewer): Static<typeof Token> {
  const { now, services } = viewer
  const isService = row.service_id !== null
  const ownerId = encodeId(
    isService ? 'service' : 'workspaceUser',
    row.service_id ?? row.workspace_user_id ?? '',
  )
  return {
    id: encodeId('token', row.id),
    state: row.revoked_at !== null ? 'revoked' : row.expires_at <= now ? 'expired' : 'active',
    name: row.name,
    owner_type: isService ? 'service' : 'user',
    owner_id: ownerId,
    parent_token_id: row.parent_token_id === null ? null : encodeId('token', row.parent_token_id),
    scopes: row.scopes,
    issued_by: presentTokenIssuer(row, viewer),
    last_used_address: row.last_used_address,
    timestamp: {
      created_at: instant(row.created_at),
      expires_at: instant(row.expires_at),
      last_used_at: instantOrNull(row.last_used_at),
      revoked_at: instantOrNull(row.revoked_at),
    },
    links: {
      owner: `${baseUrl(services)}/workspace/${isService ? 'services' : 'users'}/${ownerId}`,
    },
  }
}

function presentTokenIssuer(row: TokenRow, viewer: TokenViewer): Static<typeof TokenIssuer> {
  const issuer = presentIssuer(row, viewer)
  if (issuer === null) return null
  if (row.service_id === null) return { ...issuer, admin_role: null, is_admin: null }
  const { issuer_admin_role: role, issuer_base_state: state, issuer_expires_at: end } = row
  const isActive = state === 'active' && (end === null || end > viewer.now)
  return { ...issuer, admin_role: role, is_admin: role !== null && isActive }
}
