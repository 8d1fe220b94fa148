import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { changesBetween, record } from '../../audit/record.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { addAdmin, requirePerson } from './add-service-admin.ts'
import { answerService } from './describe-service.ts'
import { findService, insertService } from './queries.ts'
import {
  Service,
  ServiceDescription,
  ServiceHandle,
  ServiceName,
  serviceUrl,
  serviceFacts,
} from './schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'

export const handleIsTaken = { service_handle: { handle: ['is the handle of another service'] } }

export const createService = writeRoute({
  id: 'createService',
  method: 'POST',
  url: '/workspace/services',
  summary: 'Create a service',
  description:
    'An active service without permissions and tokens, and with one admin: the person of `admin_user_id`, by default ' +
    'the caller. A service that creates one must name a person, because only people administer services.',
  access: 'workspace.service.create',
  body: Shape({
    name: ServiceName,
    handle: ServiceHandle,
    description: Type.Optional(ServiceDescription),
    admin_user_id: Type.Optional(Id('workspaceUser')),
  }),
  isVersioned: true,
  status: 201,
  response: Service,
  handler: async (context) => {
    const { admin_user_id, ...body } = context.body()
    const values = serviceFacts({ description: '', ...body })
    const admin = await requirePerson(
      context,
      'admin_user_id',
      admin_user_id ?? callingPerson(context),
    )
    const id = await refuseTaken(insertService(context.tx, values), handleIsTaken)
    await record(context.tx, context.actor, [
      {
        event: 'workspace.service.create',
        record: { kind: 'service', id },
        changes: changesBetween({}, values),
      },
    ])
    await addAdmin(context, { serviceId: id, person: admin, role: 'admin' })
    context.location(serviceUrl(baseUrl(context.services), id))
    const service = await findService(context.tx, id, context)
    if (service === undefined) throw new Error('the new service is not there')
    return answerService(context, service)
  },
})

function callingPerson({ caller }: WriteContext): string {
  if (caller.type === 'user') return encodeId('workspaceUser', caller.id)
  throw unprocessable({
    admin_user_id: [
      'is required when a service creates a service: name the person who administers it',
    ],
  })
}
