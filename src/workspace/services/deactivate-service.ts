import { writeRoute } from '../../http/route/route.ts'
import { changeServiceState } from './change-service-state.ts'
import { Service } from './schema.ts'

export const deactivateService = writeRoute({
  id: 'deactivateService',
  method: 'POST',
  url: '/workspace/services/:service/deactivate',
  summary: 'Deactivate a service',
  description:
    'Takes all power from its tokens, from the next request on, until it is activated, and ends for good ' +
    'what they opened as people. 422 when it is deactivated already. Needs the role admin on it or `workspace.service.manage`.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  isVersioned: true,
  response: Service,
  handler: (context) => changeServiceState(context, context.params.service, 'deactivated'),
})
