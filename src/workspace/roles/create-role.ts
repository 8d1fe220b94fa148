import { Type } from 'typebox'
import { permissionsOf } from '../../access/rights.ts'
import { record } from '../../audit/record.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { RoleName } from '../users/schema.ts'
import { requireMayTakeName } from './own-role.ts'
import { insertRole } from './queries.ts'
import { presentRole, Role, RoleDescription, RolePermissions } from './schema.ts'

export const nameIsTaken = { role_name_key: { name: ['is the name of another role'] } }

export const createRole = writeRoute({
  id: 'createRole',
  method: 'POST',
  url: '/workspace/roles',
  summary: 'Create a role',
  description:
    'A bundle of permissions to give to people. Needs every permission that it holds and, where the configuration of issuers gives a role by that name, every permission of that role.',
  access: 'workspace.role.manage',
  body: Shape({
    name: RoleName,
    description: Type.Optional(RoleDescription),
    permissions: RolePermissions,
  }),
  isVersioned: true,
  status: 201,
  response: Role,
  handler: async (context) => {
    const { name, description = '', permissions } = context.body()
    requireEach(context.caller, permissionsOf(permissions))
    await requireMayTakeName(context, name)
    const values = { name, description, permissions: [...permissions].sort() }
    const role = await refuseTaken(insertRole(context.tx, values), nameIsTaken)
    await record(context.tx, context.actor, [
      {
        event: 'workspace.role.create',
        record: { kind: 'role', id: role.id },
        changes: {
          name: { old: null, new: role.name },
          description: { old: null, new: role.description },
          permissions: { old: null, new: role.permissions },
        },
      },
    ])
    const presented = presentRole(role)
    context.location(`${baseUrl(context.services)}/workspace/roles/${presented.id}`)
    context.etag(role.version)
    return presented
  },
})
