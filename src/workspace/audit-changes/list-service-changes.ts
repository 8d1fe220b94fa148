import { encodeId } from '../../contract/ids.ts'
import { readRoute } from '../../http/route/route.ts'
import { auditChanges, readingOfChanges } from './change-page.ts'
import { isOfService } from '../services/list-service-logs.ts'
import { readService } from '../services/visible-service.ts'

export const listServiceChanges = readRoute({
  id: 'listServiceChanges',
  url: '/workspace/services/:service/changes',
  summary: 'List the changes of a service',
  description:
    'The logs of the service by change, newest first, as `GET /audit/changes` lists them: a search finds the first 20 matches of each kind. Needs the role admin or audit on the service, ' +
    'or `workspace.service.log.view`.',
  access: { row: 'workspace.service.log.view' },
  params: { service: 'service' },
  cost: 2,
  ...readingOfChanges,
  handler: async (context) => {
    const { id } = await readService(context, context.params.service, 'workspace.service.log.view')
    return auditChanges(
      context,
      `/workspace/services/${encodeId('service', id)}/logs`,
      isOfService(id),
    )
  },
})
