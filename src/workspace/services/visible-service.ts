import type { Permission } from '../../contract/permissions.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext, WriteContext } from '../../http/route/route.ts'
import { findService, type ServiceRow } from './queries.ts'

/**
 * The service of the path; 404 unless it exists and the caller may view it, 403 unless they hold the permission on
 * it.
 */
export async function readService(
  context: ReadContext,
  serviceId: string,
  permission: Permission,
): Promise<ServiceRow> {
  const service = visible(context, serviceId, await findService(context.db, serviceId, context))
  await context.ask(permission, { serviceId })
  return service
}

/** The service of the path, its row locked; 404 as {@link readService}. Its caller asks for the permission next. */
export async function lockService(context: WriteContext, serviceId: string): Promise<ServiceRow> {
  return visible(
    context,
    serviceId,
    await findService(context.tx, serviceId, { now: context.now, lock: true }),
  )
}

/** {@link lockService}, and 403 unless the caller holds the permission on it under that lock. */
export async function lockServiceFor(
  context: WriteContext,
  serviceId: string,
  permission: Permission,
): Promise<ServiceRow> {
  const service = await lockService(context, serviceId)
  await context.ask(permission, { serviceId })
  return service
}

function visible(
  context: ReadContext,
  serviceId: string,
  service: ServiceRow | undefined,
): ServiceRow {
  if (service === undefined || !context.may('workspace.service.view', { serviceId }))
    throw noSuch('service', serviceId)
  return service
}
