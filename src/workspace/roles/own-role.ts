import { noSuch, unprocessable } from '../../http/problem.ts'
import type { WriteContext } from '../../http/route.ts'
import { lockRole, type RoleRow } from './queries.ts'

/** The role of the path, locked; 404 without one, 422 `errors.is_system` for one that is not the workspace's to change. */
export async function lockOwnRole(context: WriteContext, roleId: string): Promise<RoleRow> {
  const role = await lockRole(context.tx, roleId)
  if (role === undefined) throw noSuch('role', roleId)
  await context.ask('workspace.role.manage')
  if (role.is_system)
    throw unprocessable({ is_system: [`holds for ${role.name}: it can not be changed or deleted`] })
  return role
}
