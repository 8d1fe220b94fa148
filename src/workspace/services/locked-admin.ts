import { encodeId } from '../../contract/ids.ts'
import { notFound } from '../../http/refusals/problem.ts'
import type { ReadContext, WriteContext } from '../../http/route/route.ts'
import { findAdmin, type AdminRow } from './admin-queries.ts'
import { lockService } from './visible-service.ts'

/**
 * The admin record of the path under the lock of its service: 404 for a service that the caller can't view or a person
 * without a role there, then 403 unless the caller manages the service.
 */
export async function lockAdmin(
  context: WriteContext,
  serviceId: string,
  workspaceUserId: string,
): Promise<AdminRow> {
  await lockService(context, serviceId)
  const admin = await requireAdmin(context, serviceId, workspaceUserId)
  await context.ask('workspace.service.manage', { serviceId })
  return admin
}

/** The role of that person on a service that the caller may view; 404 without one. */
export async function requireAdmin(
  context: ReadContext,
  serviceId: string,
  workspaceUserId: string,
): Promise<AdminRow> {
  const admin = await findAdmin(context.db, serviceId, workspaceUserId, context.now)
  if (admin === undefined)
    throw notFound('serviceAdmin', encodeId('workspaceUser', workspaceUserId))
  return admin
}
