import { writeRoute } from '../../http/route/route.ts'
import { changeServiceState } from './change-service-state.ts'
import { Service } from './schema.ts'

export const activateService = writeRoute({
  id: 'activateService',
  method: 'POST',
  url: '/workspace/services/:service/activate',
  summary: 'Activate a service',
  description:
    'Gives its tokens their power back, from the next request on. 422 when it is active already. ' +
    'Needs the role admin on it, or `workspace.service.manage` together with every permission that the service holds.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  isVersioned: true,
  response: Service,
  handler: (context) => changeServiceState(context, context.params.service, 'active'),
})
