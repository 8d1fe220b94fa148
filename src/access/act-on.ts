import { sql } from 'kysely'
import {
  rulesetRightPermissions,
  rulesetRoleRights,
  serviceRolePermissions,
  type Permission,
} from '../contract/permissions.ts'
import type { ServiceAdminRole } from '../contract/states.ts'
import type { Reader } from '../database/database.ts'
import {
  may,
  notHeld,
  permissionsOf,
  presentRights,
  rightsColumns,
  type Rights,
  type RightsRow,
} from './rights.ts'

/** The rights of people and services with every scope, by uuid. Missing ones are left out. */
export async function loadRights(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Rights>> {
  const all = sql`any (${[...ids]}::uuid[])`
  const { rows } = await sql<RightsRow & { id: string }>`
    select t.id, ${rightsColumns()} from (
      select id, id as workspace_user_id, null::uuid as service_id from workspace_user where id = ${all}
      union all
      select id, null, id from service where id = ${all}) t`.execute(db)
  return new Map(rows.map((row) => [row.id, presentRights(row, ['*'])]))
}

/** The permissions of services, by uuid. Deleted ones are left out. */
export type ServiceRights = ReadonlyMap<string, ReadonlySet<Permission>>

/** What the services hold on which people have a role. */
export async function loadServiceRights(
  db: Reader,
  people: Iterable<Rights>,
): Promise<ServiceRights> {
  const ids = new Set<string>()
  for (const { serviceRoles } of people) for (const id of serviceRoles.keys()) ids.add(id)
  if (ids.size === 0) return new Map()
  const { rows } = await sql<{ id: string; permissions: string[] }>`
    select s.id, array(select permission from service_permission p where p.service_id = s.id) as permissions
    from service s where s.id = any (${[...ids]}::uuid[]) and s.deleted_at is null`.execute(db)
  return new Map(rows.map(({ id, permissions }) => [id, permissionsOf(permissions)]))
}

/**
 * A permission that a person holds and the caller lacks: by their roles, then on services, then on rulesets. Undefined
 * where the caller holds all of them, and so may act on that person (docs/decisions/0040).
 */
export function missingToActOn(
  caller: Rights,
  person: Rights,
  services: ServiceRights,
): Permission | undefined {
  const [missing] = notHeld(caller, person.permissions)
  return missing ?? missingOnServices(caller, person, services) ?? missingOnRulesets(caller, person)
}

function missingOnServices(
  caller: Rights,
  person: Rights,
  services: ServiceRights,
): Permission | undefined {
  for (const [serviceId, role] of person.serviceRoles) {
    const held = services.get(serviceId)
    if (held === undefined) continue
    const missing = serviceRolePermissions[role].find(
      (permission) => !may(caller, permission, { serviceId }),
    )
    if (missing !== undefined) return missing
    const usesService = role === 'admin' || role === 'token'
    if (!usesService || hasRoleOn(caller, { serviceId, held }, ['admin', role])) continue
    const [unheld] = notHeld(caller, held)
    if (unheld !== undefined) return unheld
  }
  return undefined
}

/**
 * Whether the caller has one of these roles on a service, with scopes that cover all permissions of the service.
 */
export function hasRoleOn(
  caller: Rights,
  { serviceId, held }: { serviceId: string; held: ReadonlySet<Permission> },
  sufficient: readonly ServiceAdminRole[],
): boolean {
  const own = caller.serviceRoles.get(serviceId)
  return own !== undefined && sufficient.includes(own) && held.isSubsetOf(caller.scoped)
}

function missingOnRulesets(caller: Rights, person: Rights): Permission | undefined {
  for (const [rulesetId, role] of person.rulesetRoles) {
    for (const right of rulesetRoleRights[role]) {
      const permission = rulesetRightPermissions[right]
      if (!may(caller, permission, { rulesetId, right })) return permission
    }
  }
  return undefined
}
