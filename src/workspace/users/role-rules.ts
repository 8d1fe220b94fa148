import { permissionsOf } from '../../access/rights.ts'
import type { Transaction } from '../../database/database.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { requireFreshForOwners } from '../../http/callers/fresh-sign-in.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { findRolesByName, type Owners, type RoleGrant } from './queries.ts'

/** The roles of those names, locked; 422 `errors.roles` naming the ones that don't exist. */
export async function requireRoles(
  tx: Transaction,
  names: readonly string[],
): Promise<RoleGrant[]> {
  const roles = await findRolesByName(tx, names, { lock: true })
  const unknown = names.filter((name) => !roles.some((role) => role.name === name))
  if (unknown.length > 0)
    throw unprocessable({ roles: unknown.map((name) => `names no role ${name}`) })
  return roles
}

/** 403 unless the caller holds every permission of these roles, and has signed in lately where one makes an owner. */
export function requireMayGiveRoles(
  context: Pick<ReadContext, 'caller' | 'now' | 'services'>,
  roles: readonly RoleGrant[],
): void {
  requireEach(context.caller, permissionsOf(roles.flatMap((role) => role.permissions)))
  requireFreshForOwners(
    context,
    roles.map(({ name }) => name),
  )
}

/**
 * 422 `errors.roles`, or of the field that would change, when this person is an owner and no other active one without an end is
 * left. The role of owners is locked.
 */
export function requireAnotherOwner(owners: Owners, userId: string, field = 'roles'): void {
  if (isLastOwner(owners, userId)) {
    throw unprocessable({
      [field]: [
        'can not change: the workspace would be left without an active owner. Make another owner first',
      ],
    })
  }
}

/** True for an owner beside whom no other active one is left who has no end. */
export function isLastOwner({ holders }: Owners, userId: string): boolean {
  const isOwner = holders.some((holder) => holder.id === userId)
  return isOwner && !holders.some((holder) => holder.isLasting && holder.id !== userId)
}
