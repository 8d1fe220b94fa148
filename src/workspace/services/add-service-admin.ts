import { Type } from 'typebox'
import { endAccessByOthers } from '../../access/end-access.ts'
import { decodeId } from '../../contract/ids.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { record } from '../../audit/record.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Id, instant, requireFuture, Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { adminEntry } from './admin-audit.ts'
import { findEndedAdmin, findPerson, insertAdmin, type Person } from './admin-queries.ts'
import { loadHeld, requireMayGiveRole } from './admin-rules.ts'
import { AdminEnd, AdminRole, adminUrl, answerAdmin, ServiceAdmin } from './admin-schema.ts'
import { clockActor } from '../../policy/manifests/settle.ts'
import { endServiceAdmins } from '../../policy/manifests/settle-callers.ts'
import { requireAdmin } from './locked-admin.ts'
import { lockServiceFor } from './visible-service.ts'

export const addServiceAdmin = writeRoute({
  id: 'addServiceAdmin',
  method: 'POST',
  url: '/workspace/services/:service/admins',
  summary: 'Give someone a role on a service',
  description:
    'Needs the role admin on the service or `workspace.service.manage`; giving `admin` or `token` needs the role admin there ' +
    'or every permission that the service holds. From `expires_at` on they have none. A person has one role on a service: 422 `errors.user_id` for one who has.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  body: Shape({
    user_id: Id('workspaceUser'),
    admin_role: AdminRole,
    expires_at: Type.Optional(AdminEnd),
  }),
  isVersioned: true,
  status: 201,
  response: ServiceAdmin,
  handler: async (context) => {
    const { id: serviceId } = await lockServiceFor(
      context,
      context.params.service,
      'workspace.service.manage',
    )
    const { user_id, admin_role: role, expires_at: end = null } = context.body()
    requireMayGiveRole(context.caller, await loadHeld(context, serviceId), role)
    const person = await requirePerson(context, 'user_id', user_id)
    const expiresAt = end === null ? null : requireFuture('expires_at', end, context.now)
    await addAdmin(context, { serviceId, person, role, expiresAt })
    const url = baseUrl(context.services)
    const admin = await requireAdmin(context, serviceId, person.id)
    context.location(adminUrl(url, admin))
    return answerAdmin(context, admin)
  },
})

const hasARole = {
  service_admin_service_id_workspace_user_id_key: {
    user_id: ['has a role on this service already: change it with PATCH'],
  },
}

type NewAdmin = {
  serviceId: string
  person: Person
  role: ServiceAdminRole
  expiresAt?: Date | null
}

/**
 * Gives a person a role on a locked or new service, with its audit row, and ends what others opened as them; 422
 * when they have one.
 */
export async function addAdmin(
  context: WriteContext,
  { serviceId, person, role, expiresAt = null }: NewAdmin,
): Promise<void> {
  const row = { service_id: serviceId, workspace_user_id: person.id, expires_at: expiresAt }
  await endServiceAdmins(context.tx, clockActor, await findEndedAdmin(context, row))
  const id = await refuseTaken(insertAdmin(context.tx, { ...row, admin_role: role }), hasARole)
  const entry = adminEntry(
    'create',
    { ...row, id, directory_user_id: person.directory_user_id },
    {
      admin_role: { old: null, new: role },
      ...(expiresAt !== null && { expires_at: { old: null, new: instant(expiresAt) } }),
    },
  )
  await record(context.tx, context.actor, [entry])
  await endAccessByOthers(context.tx, [person.id], context)
}

/** The workspace user that a body names; 422 under that field unless they sign in now or soon. */
export async function requirePerson(
  context: WriteContext,
  field: string,
  id: string,
): Promise<Person> {
  const uuid = decodeId('workspaceUser', id)
  const person = uuid === undefined ? undefined : await findPerson(context.tx, uuid)
  if (person === undefined) throw unprocessable({ [field]: ['names no workspace user'] })
  if (person.state === 'expired' || person.state === 'deactivated') {
    throw unprocessable({ [field]: [`names a workspace user who is ${person.state}`] })
  }
  return person
}
