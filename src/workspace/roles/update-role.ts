import { Type } from 'typebox'
import { permissionsOf } from '../../access/rights.ts'
import { endAccessBeyondRights, endAccessByOthers } from '../../access/end-access.ts'
import { changesBetween, record } from '../../audit/record.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { requireFitForAll } from '../users/configured-roles.ts'
import { requireMayActOn } from '../users/protected-user.ts'
import { RoleName } from '../users/schema.ts'
import { nameIsTaken } from './create-role.ts'
import { lockOwnRole, requireMayTakeName } from './own-role.ts'
import { findHolders, updateRoleRow } from './queries.ts'
import { presentRole, Role, RoleDescription, RolePermissions } from './schema.ts'

const renamingNeeds = 'Renaming a role needs every permission that it has.'

export const updateRole = writeRoute({
  id: 'updateRole',
  method: 'PATCH',
  url: '/workspace/roles/:role',
  summary: 'Change a role',
  description:
    'Changes its name or description, or replaces its permissions, for everybody who holds it. Needs every permission that ' +
    'is added, which ends the sessions and tokens that someone else opened as one of its holders. Taking a permission away ' +
    'needs every permission that its holders hold. Another name needs every permission that the role has and, where the ' +
    'configuration of issuers gives a role by that name, those of that role. A role of the system can’t change: 422 `errors.is_system`.',
  access: 'workspace.role.manage',
  params: { role: 'role' },
  body: Shape({
    name: Type.Optional(RoleName),
    description: Type.Optional(RoleDescription),
    permissions: Type.Optional(RolePermissions),
  }),
  isVersioned: true,
  response: Role,
  handler: async (context) => {
    const role = await lockOwnRole(context, context.params.role)
    const body = context.body()
    const added = (body.permissions ?? []).filter((name) => !role.permissions.includes(name))
    requireEach(context.caller, permissionsOf(added))
    await requireFitForAll(context, role.id, body.permissions ?? [])
    if (body.name !== undefined && body.name !== role.name) {
      requireEach(context.caller, permissionsOf(role.permissions), renamingNeeds)
      await requireMayTakeName(context, body.name)
    }
    const holders = await findHolders(context.tx, role.id)
    const removed = role.permissions.filter(
      (name) => !(body.permissions ?? role.permissions).includes(name),
    )
    if (removed.length > 0) await requireMayActOn(context, holders)
    context.requireVersion(role.version)
    const before = { name: role.name, description: role.description, permissions: role.permissions }
    const after = {
      ...before,
      ...body,
      permissions: [...(body.permissions ?? role.permissions)].sort(),
    }
    const changes = changesBetween(before, after)
    context.etag(role.version)
    if (Object.keys(changes).length === 0) return presentRole(role)
    const changed = await refuseTaken(updateRoleRow(context.tx, role.id, after), nameIsTaken)
    await record(context.tx, context.actor, [
      { event: 'workspace.role.update', record: { kind: 'role', id: role.id }, changes },
    ])
    if (added.length > 0) await endAccessByOthers(context.tx, holders, context)
    if (removed.length > 0) await endAccessBeyondRights(context.tx, holders, context)
    context.etag(changed.version)
    return presentRole(changed)
  },
})
