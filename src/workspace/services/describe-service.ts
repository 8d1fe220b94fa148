import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { countOfService, type ServiceRow } from './queries.ts'
import { presentService, Service } from './schema.ts'
import { readService } from './visible-service.ts'

export const describeService = readRoute({
  id: 'describeService',
  url: '/workspace/services/:service',
  summary: 'Describe a service',
  description:
    'One service with its counts. Callers with a role on it may see it, and those who may view every service.',
  access: { row: 'workspace.service.view' },
  params: { service: 'service' },
  response: Service,
  snapshot: () => true,
  handler: async (context) =>
    answerService(
      context,
      await readService(context, context.params.service, 'workspace.service.view'),
    ),
})

/** A service as it is answered alone, with its ETag: the row's version, and the counts that move without it. */
export async function answerService(
  context: ReadContext,
  service: ServiceRow,
): Promise<Static<typeof Service>> {
  const count = await countOfService(context.db, service.id, context.now)
  const seesPeople = context.may('directory.user.view')
  const people = JSON.stringify([service.sponsor, service.answers, service.suggested_sponsor])
  context.etag(
    service.version,
    `${count.service_admins}-${count.permissions}-${count.tokens}-${service.is_unattended ? 'u' : 'a'}${service.is_unconfirmed ? 'u' : 'c'}-${service.state}-${service.last_used_at?.getTime() ?? ''}-${hash('md5', `${people}${seesPeople}`).slice(0, 16)}`,
  )
  return { ...presentService(service, { baseUrl: baseUrl(context.services), seesPeople }), count }
}
