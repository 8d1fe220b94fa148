import { permissionsOf } from '../../access/rights.ts'
import { endAccessBeyondRights, endAccessByOthers } from '../../access/end-access.ts'
import { record } from '../../audit/record.ts'
import { requireEach } from '../../http/callers/authorise.ts'
import { writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { findTokenIssuers } from './admin-queries.ts'
import { findUses } from './permission-uses.ts'
import { findPermissions, writePermissions } from './queries.ts'
import {
  answerPermissions,
  PermissionNames,
  ServicePermissions,
} from './read-service-permissions.ts'
import { lockService, lockServiceFor } from './visible-service.ts'

export const replaceServicePermissions = writeRoute({
  id: 'replaceServicePermissions',
  method: 'PUT',
  url: '/workspace/services/:service/permissions',
  summary: 'Replace the permissions of a service',
  description:
    'From then on it holds exactly these. Needs the role admin or permission on it, or `workspace.service.permission.manage`, ' +
    'and every permission that is added; taking one away needs nothing more.',
  access: { row: 'workspace.service.permission.manage' },
  params: { service: 'service' },
  body: Shape({ permissions: PermissionNames }),
  isVersioned: true,
  response: ServicePermissions,
  handler: async (context) => {
    const service = await lockServiceFor(
      context,
      context.params.service,
      'workspace.service.permission.manage',
    )
    const wanted = new Set<string>(context.body().permissions)
    const held = new Set(await findPermissions(context.tx, service.id))
    const added = [...wanted].filter((name) => !held.has(name)).sort()
    const removed = [...held].filter((name) => !wanted.has(name))
    requireEach(context.caller, permissionsOf(added))
    context.requireVersion(service.version)
    if (added.length + removed.length === 0)
      return answerPermissions(context, service, await findUses(context, service.id))
    await writePermissions(context.tx, service.id, { added, removed })
    await record(context.tx, context.actor, [
      {
        event: 'workspace.service_permission.replace',
        record: { kind: 'service', id: service.id },
        changes: { permissions: { old: [...held].sort(), new: [...wanted].sort() } },
      },
    ])
    // They may issue tokens with what is added.
    if (added.length > 0)
      await endAccessByOthers(context.tx, await findTokenIssuers(context.tx, service.id), context)
    if (removed.length > 0) await endAccessBeyondRights(context.tx, [service.id], context)
    const after = await lockService(context, service.id)
    return answerPermissions(context, after, await findUses(context, service.id))
  },
})
