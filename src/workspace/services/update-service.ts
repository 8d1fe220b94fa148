import { Type } from 'typebox'
import { changesBetween, record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { handleIsTaken } from './create-service.ts'
import { answerService } from './describe-service.ts'
import { updateServiceRow } from './queries.ts'
import { Service, ServiceDescription, ServiceHandle, ServiceName, serviceFacts } from './schema.ts'
import { lockService, lockServiceFor } from './visible-service.ts'

export const updateService = writeRoute({
  id: 'updateService',
  method: 'PATCH',
  url: '/workspace/services/:service',
  summary: 'Change a service',
  description:
    'Changes its name, handle or description, whichever are given. Needs the role admin on it or `workspace.service.manage`.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  body: Shape({
    name: Type.Optional(ServiceName),
    handle: Type.Optional(ServiceHandle),
    description: Type.Optional(ServiceDescription),
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
    context.requireVersion(service.version)
    const after = serviceFacts({ ...service, ...body })
    const changes = changesBetween(serviceFacts(service), after)
    if (Object.keys(changes).length === 0) return answerService(context, service)
    await refuseTaken(updateServiceRow(context.tx, service.id, after), handleIsTaken)
    await record(context.tx, context.actor, [
      { event: 'workspace.service.update', record: { kind: 'service', id: service.id }, changes },
    ])
    return answerService(context, await lockService(context, service.id))
  },
})
