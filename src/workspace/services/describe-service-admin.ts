import { readRoute } from '../../http/route/route.ts'
import { answerAdmin, ServiceAdmin } from './admin-schema.ts'
import { requireAdmin } from './locked-admin.ts'
import { readService } from './visible-service.ts'

export const describeServiceAdmin = readRoute({
  id: 'describeServiceAdmin',
  url: '/workspace/services/:service/admins/:user',
  summary: 'Describe someone’s role on a service',
  description:
    'The role, and who holds it. Anybody with a role on the service may see it; what identifies another person needs `workspace.user.view`.',
  access: { row: 'workspace.service.view' },
  params: { service: 'service', user: 'workspaceUser' },
  response: ServiceAdmin,
  handler: async (context) => {
    const { service, user } = context.params
    await readService(context, service, 'workspace.service.view')
    const admin = await requireAdmin(context, service, user)
    return answerAdmin(context, admin)
  },
})
