import { endAccessByOthers } from '../../access/end-access.ts'
import { decodeId } from '../../contract/ids.ts'
import type { ServiceAdminRole } from '../../contract/states.ts'
import { record } from '../../audit/record.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Id, Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { refuseTaken } from '../../http/refusals/taken.ts'
import { adminEntry } from './admin-audit.ts'
import { findPerson, insertAdmin, type Person } from './admin-queries.ts'
import { loadHeld, requireMayGiveRole } from './admin-rules.ts'
import { adminMark, AdminRole, adminUrl, presentAdminInFull, ServiceAdmin } from './admin-schema.ts'
import { requireAdmin } from './locked-admin.ts'
import { lockServiceFor } from './visible-service.ts'

export const addServiceAdmin = writeRoute({
  id: 'addServiceAdmin',
  method: 'POST',
  url: '/workspace/services/:service/admins',
  summary: 'Give someone a role on a service',
  description:
    'Needs the role admin on the service or `workspace.service.manage`; giving `admin` or `token` needs the role admin there ' +
    'or every permission that the service holds. A person has one role on a service: 422 `errors.user_id` for one who has.',
  access: { row: 'workspace.service.manage' },
  params: { service: 'service' },
  body: Shape({ user_id: Id('workspaceUser'), admin_role: AdminRole }),
  isVersioned: true,
  status: 201,
  response: ServiceAdmin,
  handler: async (context) => {
    const { id: serviceId } = await lockServiceFor(
      context,
      context.params.service,
      'workspace.service.manage',
    )
    const { user_id, admin_role: role } = context.body()
    requireMayGiveRole(context.caller, await loadHeld(context, serviceId), role)
    const person = await requirePerson(context, 'user_id', user_id)
    await addAdmin(context, { serviceId, person, role })
    const url = baseUrl(context.services)
    const admin = await requireAdmin(context, serviceId, person.id)
    context.location(adminUrl(url, admin))
    context.etag(
      admin.version,
      `${admin.user_version}-${admin.user_state}${adminMark(admin, context)}`,
    )
    return presentAdminInFull(admin, context)
  },
})

const hasARole = {
  service_admin_service_id_workspace_user_id_key: {
    user_id: ['has a role on this service already: change it with PATCH'],
  },
}

/**
 * Gives a person a role on a locked or new service, with its audit row, and ends what others opened as them; 422
 * when they have one.
 */
export async function addAdmin(
  context: WriteContext,
  { serviceId, person, role }: { serviceId: string; person: Person; role: ServiceAdminRole },
): Promise<void> {
  const row = { service_id: serviceId, workspace_user_id: person.id }
  const id = await refuseTaken(insertAdmin(context.tx, { ...row, admin_role: role }), hasARole)
  const entry = adminEntry(
    'create',
    { ...row, id, directory_user_id: person.directory_user_id },
    { admin_role: { old: null, new: role } },
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
