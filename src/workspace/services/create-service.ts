import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { daysAfter } from '../../contract/time.ts'
import { changesBetween, record } from '../../audit/record.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Id, OneOf, requireFuture, Shape } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { addAdmin, requirePerson } from './add-service-admin.ts'
import { answerService } from './describe-service.ts'
import { readNetworks } from './networks.ts'
import { findService, insertService, type ServiceRow } from './queries.ts'
import {
  AllowedNetworks,
  Service,
  ServiceDescription,
  ServiceEnd,
  ServiceEnvironment,
  ServiceHandle,
  ServiceKind,
  ServiceName,
  ServiceNotes,
  serviceAnswered,
  serviceLifecycle,
  serviceUrl,
  serviceFacts,
} from './schema.ts'
import { ConfirmEveryDays, findOwnSponsor, requireSponsor, SponsorId } from './sponsors.ts'
import { baseUrl } from '../../http/route/protocol.ts'

export const handleIsTaken = { service_handle: { handle: ['is the handle of another service'] } }

export const createService = writeRoute({
  id: 'createService',
  method: 'POST',
  url: '/workspace/services',
  summary: 'Create a service',
  description:
    'A service without permissions and tokens, and with one admin: the person of `admin_user_id`, by default the caller. ' +
    'A service that creates one must name a person, because only people administer services. Tokens of a `staged` service ' +
    'are refused until it is activated, and those of any from `expires_at` on. Its sponsor is the caller’s own directory user, unless ' +
    '`sponsor_id` names another one. Its `workload_identities` are set by PATCH, once it has permissions.',
  access: 'workspace.service.create',
  body: Shape({
    name: ServiceName,
    handle: ServiceHandle,
    description: Type.Optional(ServiceDescription),
    kind: Type.Optional({ ...ServiceKind, default: 'service' }),
    environment: Type.Optional(ServiceEnvironment),
    notes: Type.Optional(ServiceNotes),
    allowed_networks: Type.Optional(AllowedNetworks),
    sponsor_id: Type.Optional(SponsorId),
    confirm_every_days: Type.Optional(ConfirmEveryDays),
    state: Type.Optional(OneOf(['staged', 'active'], { default: 'active' })),
    expires_at: Type.Optional(ServiceEnd),
    admin_user_id: Type.Optional(Id('workspaceUser')),
  }),
  isVersioned: true,
  status: 201,
  response: Service,
  handler: async (context) => {
    const {
      admin_user_id,
      state = 'active',
      expires_at: end = null,
      sponsor_id,
      ...body
    } = context.body()
    const values = {
      ...serviceFacts({ ...unwritten, workload_identities: [], ...body }),
      allowed_networks: readNetworks(body.allowed_networks ?? null),
    }
    const expires_at = end === null ? null : requireFuture('expires_at', end, context.now)
    const admin = await requirePerson(
      context,
      'admin_user_id',
      admin_user_id ?? callingPerson(context),
    )
    const answered = {
      sponsor_id: await (sponsor_id === undefined
        ? findOwnSponsor(context)
        : requireSponsor(context, sponsor_id)),
      confirm_by: daysAfter(context.now, values.confirm_every_days),
    }
    const id = await refuseTaken(
      insertService(context.tx, { ...values, ...answered, base_state: state, expires_at }),
      handleIsTaken,
    )
    const service = await requireService(context, id)
    await record(context.tx, context.actor, [
      {
        event: 'workspace.service.create',
        record: { kind: 'service', id },
        changes: changesBetween(
          {},
          { ...values, ...serviceAnswered(service), ...serviceLifecycle(service) },
        ),
      },
    ])
    await addAdmin(context, { serviceId: id, person: admin, role: 'admin' })
    context.location(serviceUrl(baseUrl(context.services), id))
    return answerService(context, await requireService(context, id))
  },
})

const unwritten = {
  description: '',
  kind: 'service',
  environment: null,
  notes: '',
  allowed_networks: null,
  confirm_every_days: 180,
} as const

async function requireService({ tx, now }: WriteContext, id: string): Promise<ServiceRow> {
  const service = await findService(tx, id, { now })
  if (service === undefined) throw new Error('the new service is not there')
  return service
}

function callingPerson({ caller }: WriteContext): string {
  if (caller.type === 'user') return encodeId('workspaceUser', caller.id)
  throw unprocessable({
    admin_user_id: [
      'is required when a service creates a service: name the person who administers it',
    ],
  })
}
