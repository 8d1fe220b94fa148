import { noSuch } from '../../http/problem.ts'
import type { ReadContext, WriteContext } from '../../http/route.ts'
import { requireMayGiveRulesetRoles } from '../../policy/rulesets/admin-rules.ts'
import { requireMayGiveServiceRoles } from '../services/admin-rules.ts'
import { findRolesByName, findUser, type UserRow } from './queries.ts'
import { requireMayGiveRoles } from './role-rules.ts'

/**
 * 403 unless the caller, by this token, holds every permission that the person holds: those of their roles, and what
 * their roles on services and on rulesets let them do there. Every action on a workspace user asks this.
 */
export async function requireMayActOn(
  context: Pick<ReadContext, 'caller' | 'db'>,
  user: Pick<UserRow, 'id' | 'roles'>,
): Promise<void> {
  requireMayGiveRoles(context, await findRolesByName(context.db, user.roles))
  await requireMayGiveServiceRoles(context, user.id)
  await requireMayGiveRulesetRoles(context, user.id)
}

/** The workspace user of the path for a caller who may manage them; 404 for one who is not there, then 403. */
export async function requireManagedUser(context: ReadContext, userId: string): Promise<UserRow> {
  return managed(context, userId, await findUser(context.db, userId))
}

/** {@link requireManagedUser} with the row locked until the transaction ends. */
export async function lockManagedUser(context: WriteContext, userId: string): Promise<UserRow> {
  return managed(context, userId, await findUser(context.tx, userId, { lock: true }))
}

async function managed(
  context: ReadContext,
  userId: string,
  user: UserRow | undefined,
): Promise<UserRow> {
  if (user === undefined) throw noSuch('workspaceUser', userId)
  await context.ask('workspace.user.manage')
  await requireMayActOn(context, user)
  return user
}
