import { Type } from 'typebox'
import { changesBetween, record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { handleIsTaken } from './create-service.ts'
import { answerService } from './describe-service.ts'
import { decideNetworks } from './networks.ts'
import { updateServiceRow } from './queries.ts'
import {
  AllowedNetworks,
  Service,
  ServiceDescription,
  ServiceEnvironment,
  serviceFacts,
  ServiceHandle,
  ServiceName,
  ServiceNotes,
} from './schema.ts'
import { lockService, lockServiceFor } from './visible-service.ts'

export const updateService = writeRoute({
  id: 'updateService',
  method: 'PATCH',
  url: '/workspace/services/:service',
  summary: 'Change a service',
  description:
    'Changes what is given. Needs the role admin on it or `workspace.service.manage`. An address that `allowed_networks` ' +
    'adds, and any address by null, needs every permission that the service holds.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  body: Shape({
    name: Type.Optional(ServiceName),
    handle: Type.Optional(ServiceHandle),
    description: Type.Optional(ServiceDescription),
    environment: Type.Optional(ServiceEnvironment),
    notes: Type.Optional(ServiceNotes),
    allowed_networks: Type.Optional(AllowedNetworks),
  }),
  isVersioned: true,
  response: Service,
  handler: async (context) => {
    const service = await lockServiceFor(
      context,
      context.params.service,
      'workspace.service.manage',
    )
    const body = context.body()
    const networks = await decideNetworks(context, service, body.allowed_networks)
    context.requireVersion(service.version)
    const after = { ...serviceFacts({ ...service, ...body }), allowed_networks: networks }
    const changes = changesBetween(serviceFacts(service), after)
    if (Object.keys(changes).length === 0) return answerService(context, service)
    await refuseTaken(updateServiceRow(context.tx, service.id, after), handleIsTaken)
    await record(context.tx, context.actor, [
      { event: 'workspace.service.update', record: { kind: 'service', id: service.id }, changes },
    ])
    return answerService(context, await lockService(context, service.id))
  },
})
