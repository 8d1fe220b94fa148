import type { endSessionsOfUser } from '../../access/end-access.ts'
import { loadRights, loadServiceRights, missingToActOn } from '../../access/act-on.ts'
import { requireFreshForOwners } from '../../http/callers/fresh-sign-in.ts'
import { forbidden, noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext, WriteContext } from '../../http/route/route.ts'
import { findUser, type UserRow } from './queries.ts'

/**
 * 403 unless the caller, by this token, holds every permission that these people (uuids) hold: those of their
 * roles, and the rights of their roles on services and on rulesets. Every action on a workspace user requires this.
 */
export async function requireMayActOn(
  { caller, db }: Pick<ReadContext, 'caller' | 'db'>,
  userIds: readonly string[],
): Promise<void> {
  const people = [...(await loadRights(db, userIds)).values()]
  const services = await loadServiceRights(db, people)
  for (const person of people) {
    const missing = missingToActOn(caller, person, services)
    if (missing !== undefined)
      throw forbidden(missing, 'A person who holds it is changed only by a caller who holds it.')
  }
}

/** The people (uuids) that the caller may manage, of those given: {@link requireManagedUser}. */
export async function findManageable(
  { caller, db, may }: Pick<ReadContext, 'caller' | 'db' | 'may'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!may('workspace.user.manage') || userIds.length === 0) return new Set()
  const people = await loadRights(db, userIds)
  const services = await loadServiceRights(db, people.values())
  return new Set(
    [...people].flatMap(([id, rights]) =>
      missingToActOn(caller, rights, services) === undefined ? [id] : [],
    ),
  )
}

/** The workspace user of the path for a caller who may manage them; 404 for one who is not there, then 403. */
export async function requireManagedUser(context: ReadContext, userId: string): Promise<UserRow> {
  return managed(context, userId, await findUser(context.db, userId))
}

/** {@link requireManagedUser} with the row locked until the transaction ends; an owner is changed soon after a sign-in only. */
export async function lockManagedUser(context: WriteContext, userId: string): Promise<UserRow> {
  const user = await managed(context, userId, await findUser(context.tx, userId, { lock: true }))
  requireFreshForOwners(context, user.roles)
  return user
}

/** The handler of a route that ends all credentials of a kind that the person of the path has. */
export function endingAll(end: typeof endSessionsOfUser) {
  return async (context: WriteContext<{ user: 'workspaceUser' }>): Promise<void> => {
    const { id, version } = await lockManagedUser(context, context.params.user)
    context.requireVersion(version)
    await end(context.tx, id, context)
  }
}

async function managed(
  context: ReadContext,
  userId: string,
  user: UserRow | undefined,
): Promise<UserRow> {
  if (user === undefined) throw noSuch('workspaceUser', userId)
  await context.ask('workspace.user.manage')
  await requireMayActOn(context, [user.id])
  return user
}
