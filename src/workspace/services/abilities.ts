import type { Caller } from '../../access/caller.ts'
import { permissionsOf } from '../../access/rights.ts'
import { serviceAdminRoles, type ServiceAdminRole } from '../../contract/states.ts'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { selectCountedAdmins } from './admin-queries.ts'
import {
  requireAnotherAdmin,
  requireMayActivate,
  requireMayGiveRole,
  requireNotEnded,
  requireOtherState,
  type HeldByService,
} from './admin-rules.ts'
import { selectHeldByServices } from './queries.ts'

export const serviceAbilities = abilitiesOn('service', findServices, ({ caller, may }, service) => {
  const on = { serviceId: service.id }
  const manages = may('workspace.service.manage', on)
  return {
    update: manages,
    delete: manages,
    activate:
      manages &&
      isAllowed(() => {
        requireMayActivate(caller, service)
        requireOtherState(service, 'active')
      }),
    deactivate: manages && isAllowed(() => requireOtherState(service, 'deactivated')),
    deprecate: manages && isAllowed(() => requireNotEnded(service)),
    confirm:
      (manages || (service.isAnsweredByCaller && may('workspace.service.manage', { own: true }))) &&
      isAllowed(() => requireNotEnded(service)),
    create_admin: manages && mayGiveSomeRole(caller, service, serviceAdminRoles),
    create_token: may('workspace.service.token.manage', on),
    replace_permissions: may('workspace.service.permission.manage', on),
    shrink: may('workspace.service.permission.manage', on),
  }
})

export const serviceAdminAbilities = abilitiesOn('serviceAdmin', findAdmins, (context, admin) => {
  const manages = context.may('workspace.service.manage', { serviceId: admin.service.id })
  const isFree = isAllowed(() => requireAnotherAdmin(admin, admin.others))
  const others = serviceAdminRoles.filter((role) => role !== admin.admin_role)
  return {
    update: manages && isFree && mayGiveSomeRole(context.caller, admin.service, others),
    delete: manages && isFree,
    expire: manages && (isFree || admin.expires_at !== null),
  }
})

async function findServices({ db, caller }: ReadContext, ids: readonly string[]) {
  const rows = await selectHeldByServices(db, ids, caller.id)
  return rows.map((row) => Object.assign(row, { held: permissionsOf(row.permissions) }))
}

async function findAdmins(context: ReadContext, ids: readonly string[]) {
  const admins = await selectCountedAdmins(context.db, ids, context.now)
  const services = await findServices(context, [...new Set(admins.map((row) => row.service_id))])
  const byId = new Map(services.map((service) => [service.id, service]))
  return admins.flatMap((admin) => {
    const service = byId.get(admin.service_id)
    return service === undefined ? [] : [{ ...admin, service }]
  })
}

function mayGiveSomeRole(
  caller: Caller,
  service: HeldByService,
  roles: readonly ServiceAdminRole[],
): boolean {
  return roles.some((role) => isAllowed(() => requireMayGiveRole(caller, service, role)))
}
