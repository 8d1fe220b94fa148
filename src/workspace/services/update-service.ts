import { Type } from 'typebox'
import { changesBetween, record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { handleIsTaken } from './create-service.ts'
import { answerService } from './describe-service.ts'
import { decideNetworks } from './networks.ts'
import { encodeId } from '../../contract/ids.ts'
import { daysAfter } from '../../contract/time.ts'
import { updateServiceRow, type ServiceRow, type ServiceValues } from './queries.ts'
import {
  AllowedNetworks,
  SentIdentities,
  Service,
  ServiceDescription,
  ServiceEnvironment,
  serviceAnswered,
  serviceFacts,
  ServiceHandle,
  ServiceKind,
  ServiceName,
  ServiceNotes,
} from './schema.ts'
import { ConfirmEveryDays, requireSponsor, SponsorId } from './sponsors.ts'
import { decideIdentities } from './workload-identities.ts'
import { lockService, lockServiceFor, readService } from './visible-service.ts'

/** So long before it is due, the sponsor is told to confirm. */
const daysOfWarning = 14

export const updateService = writeRoute({
  id: 'updateService',
  method: 'PATCH',
  url: '/workspace/services/:service',
  summary: 'Change a service',
  description:
    'Changes what is given. Needs the role admin on it or `workspace.service.manage`. An address that `allowed_networks` ' +
    'adds, and any address by null, needs every permission that the service holds. `workload_identities` need the same as a token ' +
    'of the service with their scopes. A new sponsor has to confirm a service whose confirmation is missed.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  body: Shape({
    name: Type.Optional(ServiceName),
    handle: Type.Optional(ServiceHandle),
    description: Type.Optional(ServiceDescription),
    kind: Type.Optional(ServiceKind),
    environment: Type.Optional(ServiceEnvironment),
    notes: Type.Optional(ServiceNotes),
    allowed_networks: Type.Optional(AllowedNetworks),
    workload_identities: Type.Optional(SentIdentities),
    sponsor_id: Type.Optional(SponsorId),
    confirm_every_days: Type.Optional(ConfirmEveryDays),
  }),
  isVersioned: true,
  response: Service,
  handler: async (context) => {
    const { service: id } = context.params
    const { sponsor_id: stored } = await readService(context, id, 'workspace.service.manage')
    const { sponsor_id: sent, ...body } = context.body()
    // Before the service: whoever leaves is held before the services that they answer for.
    const isOther =
      sent !== undefined && (stored === null || sent !== encodeId('directoryUser', stored))
    const named = isOther ? await requireSponsor(context, sent) : undefined
    const service = await lockServiceFor(context, id, 'workspace.service.manage')
    const networks = await decideNetworks(context, service, body.allowed_networks)
    const sponsor_id = named ?? service.sponsor_id
    context.requireVersion(service.version)
    const identities = await decideIdentities(context, service, body.workload_identities)
    const decided = { allowed_networks: networks, workload_identities: identities }
    const after = serviceFacts({ ...service, ...body, ...decided })
    const answered = { sponsor_id, confirm_by: confirmBy(service, after, context.now) }
    const changes = changesBetween(serviceFacts(service), after)
    const changesOfSponsor = changesBetween(serviceAnswered(service), serviceAnswered(answered))
    const entries = [
      ['workspace.service.update', changes],
      ['workspace.service.sponsor', changesOfSponsor],
    ] as const
    const changed = entries.filter(([, made]) => Object.keys(made).length > 0)
    if (changed.length === 0) return answerService(context, service)
    await refuseTaken(
      updateServiceRow(context.tx, service.id, { ...after, ...answered }),
      handleIsTaken,
    )
    await record(
      context.tx,
      context.actor,
      changed.map(([event, made]) => ({
        event,
        record: { kind: 'service', id: service.id },
        changes: made,
      })),
    )
    return answerService(context, await lockService(context, service.id))
  },
})

/**
 * Other days count from the last confirmation, unless one is missed already: then from the next. Fewer leave the time of the
 * warning.
 */
function confirmBy(
  service: ServiceRow,
  { confirm_every_days: days }: ServiceValues,
  now: Date,
): Date {
  if (days === service.confirm_every_days || service.confirm_by <= now) return service.confirm_by
  const counted = daysAfter(service.confirmed_at, days).getTime()
  const warned = Math.min(service.confirm_by.getTime(), daysAfter(now, daysOfWarning).getTime())
  return new Date(Math.max(counted, warned))
}
