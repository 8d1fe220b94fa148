import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { serviceAdminRoles, workspaceUserStates } from '../../contract/states.ts'
import { Id, Instant, instant, Nullable, OneOf, Shape, Text } from '../../http/schema.ts'
import type { AdminRow } from './admin-queries.ts'
import { serviceUrl } from './schema.ts'

export const AdminRole = OneOf(serviceAdminRoles, {
  description:
    '`admin` manages the service, its admins, permissions and tokens and sees its logs; `audit` sees it and its logs; ' +
    '`permission` changes its permissions; `token` sees, issues and revokes its tokens.',
})

const Link = Type.String({ maxLength: 2000 })
const ownFields = {
  id: Id('serviceAdmin'),
  service_id: Id('service'),
  workspace_user_id: Id('workspaceUser'),
  name: Text(200, { description: 'The name of the person', examples: ['Ada Lovelace'] }),
  admin_role: AdminRole,
  is_active: Type.Boolean({ description: 'True while the person may act: active or expiring' }),
  timestamp: Shape({ created_at: Instant, updated_at: Instant }),
  links: Shape({ self: Link, service: Link, workspace_user: Link }),
}

/** A role on a service as a list shows it. */
export const ServiceAdminSummary = Shape(ownFields)
export const ServiceAdmin = Shape({
  ...ownFields,
  included: Shape({
    workspace_user: Shape({
      id: Id('workspaceUser'),
      state: OneOf(workspaceUserStates),
      provider: Text(500, { examples: ['https://id.example'] }),
      provider_id: Text(255, { examples: ['248289761001'] }),
      name: Text(200, { examples: ['Ada Lovelace'] }),
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

export function presentAdmin(row: AdminRow, baseUrl: string): Static<typeof ServiceAdminSummary> {
  const userId = encodeId('workspaceUser', row.workspace_user_id)
  return {
    id: encodeId('serviceAdmin', row.id),
    service_id: encodeId('service', row.service_id),
    workspace_user_id: userId,
    name: row.user_name,
    admin_role: row.admin_role,
    is_active: row.is_active,
    timestamp: { created_at: instant(row.created_at), updated_at: instant(row.updated_at) },
    links: {
      self: adminUrl(baseUrl, row),
      service: serviceUrl(baseUrl, row.service_id),
      workspace_user: `${baseUrl}/workspace/users/${userId}`,
    },
  }
}

export function presentAdminInFull(row: AdminRow, baseUrl: string): Static<typeof ServiceAdmin> {
  return {
    ...presentAdmin(row, baseUrl),
    included: {
      workspace_user: {
        id: encodeId('workspaceUser', row.workspace_user_id),
        state: row.user_state,
        provider: row.user_provider,
        provider_id: row.user_provider_id,
        name: row.user_name,
        handle: row.user_handle,
        email: row.user_email,
      },
    },
  }
}
