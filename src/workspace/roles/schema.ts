import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { permissions } from '../../contract/permissions.ts'
import { Id, Instant, instant, OneOf, Shape, Text, RecordShape } from '../../http/shapes/schema.ts'
import { RoleName } from '../users/schema.ts'
import type { RoleRow } from './queries.ts'

export const RoleDescription = Text(1000, { examples: ['Keeps the service accounts'] })
export const RolePermissions = Type.Array(OneOf(permissions), {
  minItems: 1,
  maxItems: permissions.length,
  uniqueItems: true,
  examples: [['workspace.service.view']],
})

export const Role = RecordShape({
  id: Id('role'),
  name: RoleName,
  description: RoleDescription,
  permissions: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 200,
    description: 'Names; a role of the system may hold patterns with `*`',
    examples: [['workspace.service.view']],
  }),
  is_system: Type.Boolean({ description: 'Made with the workspace; it can’t change' }),
  timestamp: Shape({ created_at: Instant, updated_at: Instant }),
})

export function presentRole(row: RoleRow): Static<typeof Role> {
  return {
    id: encodeId('role', row.id),
    name: row.name,
    description: row.description,
    permissions: row.permissions,
    is_system: row.is_system,
    timestamp: { created_at: instant(row.created_at), updated_at: instant(row.updated_at) },
  }
}
