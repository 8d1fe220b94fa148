import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { serviceAdminRoles, workspaceUserStates } from '../../contract/states.ts'
import { seesWorkspaceUser } from '../../access/rights.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  Id,
  Instant,
  instant,
  InstantInput,
  instantOrNull,
  Nullable,
  OneOf,
  Shape,
  Text,
  RecordShape,
} from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import type { AdminRow } from './admin-queries.ts'
import { serviceUrl } from './schema.ts'

export const AdminRole = OneOf(serviceAdminRoles, {
  description:
    '`admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; ' +
    '`permission` changes its permissions; `token` sees, issues and revokes its tokens.',
})

/** From then on the person has no role there. */
export const AdminEnd = Nullable({
  ...InstantInput,
  description: 'From then on the person has no role there; null for no end. It is in the future',
})

/** The contract’s body of a change of the role. */
export const CreateWorkspaceServiceAdminData = Shape(
  { admin_role: AdminRole },
  { $id: 'CreateWorkspaceServiceAdminData' },
)

const Link = Type.String({ maxLength: 2000 })
const ownFields = {
  id: Id('serviceAdmin'),
  service_id: Id('service'),
  workspace_user_id: Id('workspaceUser'),
  name: Nullable(
    Text(200, {
      description: 'The name of the person; null for callers who may not see workspace users',
      examples: ['Ada Lovelace'],
    }),
  ),
  admin_role: AdminRole,
  is_active: Type.Boolean({ description: 'True while the person may act: active or expiring' }),
  timestamp: Shape({ created_at: Instant, updated_at: Instant, expires_at: Nullable(Instant) }),
  links: Shape({ self: Link, service: Link, workspace_user: Link }),
}

/** A role on a service as a list shows it. */
export const ServiceAdminSummary = RecordShape(ownFields)
export const ServiceAdmin = RecordShape({
  ...ownFields,
  included: Shape({
    workspace_user: Shape({
      id: Id('workspaceUser'),
      state: OneOf(workspaceUserStates),
      provider: Text(500, { examples: ['https://id.example'] }),
      provider_id: Nullable(Text(255, { examples: ['248289761001'] })),
      name: Nullable(Text(200, { examples: ['Ada Lovelace'] })),
      handle: Nullable(Text(200, { examples: ['ada'] })),
      email: Nullable(Text(254, { examples: ['ada@example.com'] })),
    }),
  }),
})

export function adminUrl(
  baseUrl: string,
  admin: { service_id: string; workspace_user_id: string },
): string {
  return `${serviceUrl(baseUrl, admin.service_id)}/admins/${encodeId('workspaceUser', admin.workspace_user_id)}`
}

type Viewer = Pick<ReadContext, 'caller' | 'may' | 'services'>

/** A role on a service; who holds it is named to callers who may see workspace users, and to that person. */
export function presentAdmin(row: AdminRow, viewer: Viewer): Static<typeof ServiceAdminSummary> {
  const url = baseUrl(viewer.services)
  const userId = encodeId('workspaceUser', row.workspace_user_id)
  return {
    id: encodeId('serviceAdmin', row.id),
    service_id: encodeId('service', row.service_id),
    workspace_user_id: userId,
    name: seesWorkspaceUser(viewer, row.workspace_user_id) ? row.user_name : null,
    admin_role: row.admin_role,
    is_active: row.is_active,
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      expires_at: instantOrNull(row.expires_at),
    },
    links: {
      self: adminUrl(url, row),
      service: serviceUrl(url, row.service_id),
      workspace_user: `${url}/workspace/users/${userId}`,
    },
  }
}

/** A role on a service as it is answered alone, with its ETag, which differs between callers who may see different fields. */
export function answerAdmin(context: ReadContext, row: AdminRow): Static<typeof ServiceAdmin> {
  const mark = seesWorkspaceUser(context, row.workspace_user_id) ? '' : 'W'
  context.etag(row.version, `${row.user_version}-${row.user_state}${mark}`)
  return presentAdminInFull(row, context)
}

function presentAdminInFull(row: AdminRow, viewer: Viewer): Static<typeof ServiceAdmin> {
  const isSeen = seesWorkspaceUser(viewer, row.workspace_user_id)
  return {
    ...presentAdmin(row, viewer),
    included: {
      workspace_user: {
        id: encodeId('workspaceUser', row.workspace_user_id),
        state: row.user_state,
        provider: row.user_provider,
        provider_id: isSeen ? row.user_provider_id : null,
        name: isSeen ? row.user_name : null,
        handle: isSeen ? row.user_handle : null,
        email: isSeen ? row.user_email : null,
      },
    },
  }
}
