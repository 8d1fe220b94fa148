import { permissionsOf } from '../../access/rights.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { conflict, noSuch, unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { findConfiguredRoles } from '../users/configured-roles.ts'
import { lockRole, type RoleRow } from './queries.ts'

/** The role of the path, locked; 404 without one, 422 `errors.is_system` for one that is not the workspace's to change. */
export async function lockOwnRole(context: WriteContext, roleId: string): Promise<RoleRow> {
  const role = await lockRole(context.tx, roleId)
  if (role === undefined) throw noSuch('role', roleId)
  await context.ask('workspace.role.manage')
  requireOwnRole(role)
  return role
}

/**
 * 403 unless the caller holds every permission of the role that the configuration gives by this name: with the name, an
 * administrator who adds to the configuration could give another role than the one that is meant.
 */
export async function requireMayTakeName(
  { caller, tx }: Pick<WriteContext, 'caller' | 'tx'>,
  name: string,
): Promise<void> {
  const roles = await findConfiguredRoles(tx, [name])
  const why =
    'The configuration of issuers gives a role by this name: taking it needs every permission of that role.'
  requireEach(caller, permissionsOf(roles.flatMap(({ permissions }) => permissions)), why)
}

/** 422 `errors.is_system` for a role of the system. */
export function requireOwnRole({ is_system: isSystem, name }: RoleFacts): void {
  if (isSystem)
    throw unprocessable({ is_system: [`holds for ${name}: it can not be changed or deleted`] })
}

/** 409 for a role that someone holds. */
export function requireUnheld({ name }: RoleFacts, holders: number): void {
  if (holders > 0)
    throw conflict(`${name} is held by ${holders} workspace users. Take it from them first.`)
}

type RoleFacts = Pick<RoleRow, 'is_system' | 'name'>
