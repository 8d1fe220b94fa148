import { Type } from 'typebox'
import { changesBetween, record } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import { serviceStates } from '../../contract/states.ts'
import { daysAfter } from '../../contract/time.ts'
import { noSuch, Problem, unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Id, Instant, instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { requireNotEnded } from './admin-rules.ts'
import { findService, updateServiceRow, type ServiceRow } from './queries.ts'
import { serviceAnswered, serviceLifecycle, ServiceName } from './schema.ts'
import { answersForCaller } from './sponsors.ts'

const Confirmation = Shape({
  service_id: Id('service'),
  name: ServiceName,
  state: OneOf(serviceStates),
  confirm_by: Instant,
  expires_at: Nullable(Instant),
})

export const confirmService = writeRoute({
  id: 'confirmService',
  method: 'POST',
  url: '/workspace/services/:service/confirm',
  summary: 'Confirm that a service is still needed',
  description:
    'By its sponsor, or by the manager who represents them while they are suspended; answering for a service gives no other right. Or, ' +
    'with a `reason`, by someone with the role admin on it or `workspace.service.manage`. It removes the end that a missed ' +
    'confirmation gave. 403 for the token of a service; 422 for a service that has ended.',
  access: { own: 'workspace.service.manage' },
  params: { service: 'service' },
  body: Shape({
    reason: Type.Optional(
      Text(1000, {
        minLength: 1,
        description: 'Required unless the caller is its sponsor',
        examples: ['Its sponsor is on leave, and payroll runs on it'],
      }),
    ),
  }),
  response: Confirmation,
  handler: async (context) => {
    const { tx, now, actor, caller } = context
    const { service, isSponsor } = await lockForConfirmation(context, context.params.service)
    if (caller.type !== 'user')
      throw new Problem(403, 'Only a person can confirm that a service is still needed.')
    const { reason } = context.body()
    if (!isSponsor && reason === undefined)
      throw unprocessable({ reason: ['is required unless you are the sponsor of the service'] })
    requireNotEnded(service)
    context.requireVersion(service.version)
    const confirm_by = daysAfter(now, service.confirm_every_days)
    await updateServiceRow(tx, service.id, {
      confirmed_at: now,
      confirm_by,
      unconfirmed_ends_at: null,
    })
    const after = await findService(tx, service.id, { now })
    if (after === undefined) throw new Error('the service is not there')
    const { expires_at, state } = serviceLifecycle(after)
    await record(tx, actor, [
      {
        event: 'workspace.service.confirm',
        record: { kind: 'service', id: service.id },
        changes: changesBetween(shown(service), shown(after)),
        details: { as: isSponsor ? 'sponsor' : 'admin', ...(reason !== undefined && { reason }) },
      },
    ])
    return {
      service_id: encodeId('service', service.id),
      name: service.name,
      state,
      confirm_by: instant(confirm_by),
      expires_at,
    }
  },
})

const shown = (row: ServiceRow) => ({ ...serviceAnswered(row), ...serviceLifecycle(row) })

/** The service, locked: 404 for who may not view it and does not answer for it, then 403 for who neither manages it nor answers for it. */
async function lockForConfirmation(context: WriteContext, serviceId: string) {
  const { tx, now } = context
  const service = await findService(tx, serviceId, { now, lock: true })
  const isSponsor = await answersForCaller(context, serviceId)
  if (service === undefined || !(isSponsor || context.may('workspace.service.view', { serviceId })))
    throw noSuch('service', serviceId)
  await context.ask('workspace.service.manage', isSponsor ? { own: true } : { serviceId })
  return { service, isSponsor }
}
