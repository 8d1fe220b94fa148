import { conflict, noSuch, unprocessable } from '../../http/problem.ts'
import type { WriteContext } from '../../http/route.ts'
import { lockRole, type RoleRow } from './queries.ts'

/** The role of the path, locked; 404 without one, 422 `errors.is_system` for one that is not the workspace's to change. */
export async function lockOwnRole(context: WriteContext, roleId: string): Promise<RoleRow> {
  const role = await lockRole(context.tx, roleId)
  if (role === undefined) throw noSuch('role', roleId)
  await context.ask('workspace.role.manage')
  requireOwnRole(role)
  return role
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
