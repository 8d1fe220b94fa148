import { instant } from '../../http/shapes/schema.ts'
import { record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { revokeTokensOfService } from '../../access/end-access.ts'
import { updateServiceRow } from './queries.ts'
import { lockServiceFor } from './visible-service.ts'

export const deleteService = writeRoute({
  id: 'deleteService',
  method: 'DELETE',
  url: '/workspace/services/:service',
  summary: 'Delete a service',
  description:
    'Revokes its tokens and what was made from them, and takes it out of every list; its handle is free again. Its audit ' +
    'rows stay. Needs the role admin on it or `workspace.service.manage`.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  handler: async (context) => {
    const service = await lockServiceFor(
      context,
      context.params.service,
      'workspace.service.manage',
    )
    context.requireVersion(service.version)
    await updateServiceRow(context.tx, service.id, {
      base_state: 'deactivated',
      deleted_at: context.now,
    })
    await record(context.tx, context.actor, [
      {
        event: 'workspace.service.delete',
        record: { kind: 'service', id: service.id },
        changes: {
          ...(service.state !== 'deactivated' && {
            state: { old: service.state, new: 'deactivated' },
          }),
          deleted_at: { old: null, new: instant(context.now) },
        },
      },
    ])
    await revokeTokensOfService(context.tx, service.id, context)
  },
})
