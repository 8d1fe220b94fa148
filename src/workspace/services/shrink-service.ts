import { Type } from 'typebox'
import { endAccessBeyondRights } from '../../access/end-access.ts'
import { record } from '../../audit/record.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { findUses, unusedDays } from './permission-uses.ts'
import { writePermissions } from './queries.ts'
import {
  answerPermissions,
  PermissionNames,
  ServicePermissions,
} from './read-service-permissions.ts'
import { lockService, lockServiceFor } from './visible-service.ts'

export const shrinkService = writeRoute({
  id: 'shrinkService',
  method: 'POST',
  url: '/workspace/services/:service/shrink',
  summary: 'Take unused permissions away from a service',
  description:
    `Takes away what the service has held for ${unusedDays} days and longer and not used in that time (\`is_unused\` of \`uses\` of the GET, which ` +
    'shows beforehand what will go): all of it, or of it the named `permissions`. 422 if a named one has been needed since. Needs ' +
    'the role admin or permission on it, or `workspace.service.permission.manage`. Afterwards `shrunk` names what is gone until the PUT puts it back, which needs these permissions.',
  access: { row: 'workspace.service.permission.manage' },
  params: { service: 'service' },
  body: Shape({ permissions: Type.Optional(PermissionNames) }),
  isVersioned: true,
  response: ServicePermissions,
  handler: async (context) => {
    const { tx } = context
    const service = await lockServiceFor(
      context,
      context.params.service,
      'workspace.service.permission.manage',
    )
    const { permissions } = context.body()
    const uses = await findUses(context, service.id)
    const unused = uses.filter((use) => use.is_unused).map(({ permission }) => permission)
    const needed = permissions?.filter((name) => !unused.includes(name)) ?? []
    if (needed.length > 0)
      throw unprocessable({
        permissions: needed.map(
          (name) =>
            `${name} is not one of the unused ones (${unused.join(', ') || 'there are none'})`,
        ),
      })
    context.requireVersion(service.version)
    const removed = permissions ?? unused
    if (removed.length === 0) return answerPermissions(context, service, uses)
    await writePermissions(tx, service.id, { added: [], removed }, context.now)
    const held = uses.map(({ permission }) => permission)
    await record(tx, context.actor, [
      {
        event: 'workspace.service_permission.shrink',
        record: { kind: 'service', id: service.id },
        changes: {
          permissions: { old: held, new: held.filter((name) => !removed.includes(name)) },
        },
      },
    ])
    await endAccessBeyondRights(tx, [service.id], context)
    return answerPermissions(
      context,
      await lockService(context, service.id),
      await findUses(context, service.id),
    )
  },
})
