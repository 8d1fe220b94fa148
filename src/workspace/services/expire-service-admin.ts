import { endAccessByOthers } from '../../access/end-access.ts'
import { record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { instantOrNull, requireFuture, Shape } from '../../http/shapes/schema.ts'
import { adminEntry } from './admin-audit.ts'
import { countOtherActiveAdmins, writeAdmin } from './admin-queries.ts'
import { loadHeld, requireAnotherAdmin, requireMayGiveRole } from './admin-rules.ts'
import { AdminEnd, answerAdmin, ServiceAdmin } from './admin-schema.ts'
import { lockAdmin, requireAdmin } from './locked-admin.ts'

export const expireServiceAdmin = writeRoute({
  id: 'expireServiceAdmin',
  method: 'POST',
  url: '/workspace/services/:service/admins/:user/expire',
  summary: 'Set the end of someone’s role on a service',
  description:
    'From `expires_at` on they have no role there, and the record is gone; null takes the end away. Needs the role admin on the service or ' +
    '`workspace.service.manage`; a later end needs what giving the role needs. The last active admin without an end gets none: 422 `errors.expires_at`.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service', user: 'workspaceUser' },
  body: Shape({ expires_at: AdminEnd }),
  isVersioned: true,
  response: ServiceAdmin,
  handler: async (context) => {
    const { tx, now } = context
    const admin = await lockAdmin(context, context.params.service, context.params.user)
    const { expires_at: sent } = context.body()
    const before = admin.expires_at
    const end = sent === null ? null : requireFuture('expires_at', sent, now)
    const isLater = before !== null && (end === null || end > before)
    if (isLater)
      requireMayGiveRole(
        context.caller,
        await loadHeld(context, admin.service_id),
        admin.admin_role,
      )
    if (end !== null)
      requireAnotherAdmin(admin, await countOtherActiveAdmins(tx, admin, now), 'expires_at')
    context.requireVersion(admin.version)
    const changes = { old: instantOrNull(before), new: instantOrNull(end) }
    if (changes.old !== changes.new) {
      await writeAdmin(tx, admin.id, { expires_at: end })
      await record(tx, context.actor, [adminEntry('expire', admin, { expires_at: changes })])
      if (isLater) await endAccessByOthers(tx, [admin.workspace_user_id], context)
    }
    return answerAdmin(
      context,
      await requireAdmin(context, admin.service_id, admin.workspace_user_id),
    )
  },
})
