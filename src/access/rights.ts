import { sql } from 'kysely'
import {
  expandScopes,
  rulesetRightPermissions,
  rulesetRoleRights,
  serviceRolePermissions,
  type Permission,
  type RulesetRight,
} from '../contract/permissions.ts'
import type { RulesetAdminRole, ServiceAdminRole } from '../contract/states.ts'

/** What a person or a service may do, within some scopes. */
export type Rights = {
  scoped: ReadonlySet<Permission>
  /** Everywhere: not bound to one row. */
  permissions: ReadonlySet<Permission>
  /** A person's roles on single services. */
  serviceRoles: ReadonlyMap<string, ServiceAdminRole>
  /** A person's roles on single rulesets. */
  rulesetRoles: ReadonlyMap<string, RulesetAdminRole>
  /** Takes each permission that let something happen; absent where that is not noted. */
  noteUse?: ((permission: Permission) => void) | undefined
}

export type RightsRow = {
  permissions: string[] | null
  service_roles: Record<string, ServiceAdminRole> | null
  ruleset_roles: Record<string, RulesetAdminRole> | null
}

/** What the person or the service of a row `t` may do at an instant; without one, roles whose end has passed count. */
export const rightsColumns = (now: unknown = '-infinity') => sql`
  case when t.service_id is null
    then (select array_agg(distinct p) from workspace_user_role ur join role r on r.id = ur.role_id, unnest(r.permissions) as p
          where ur.workspace_user_id = t.workspace_user_id)
    else (select array_agg(permission) from service_permission sp where sp.service_id = t.service_id)
  end as permissions,
  (select jsonb_object_agg(a.service_id, a.admin_role) from service_admin a
   where a.workspace_user_id = t.workspace_user_id and (a.expires_at is null or a.expires_at > ${now}::timestamptz)) as service_roles,
  (select jsonb_object_agg(a.ruleset_id, a.role) from ruleset_admin a
   where a.workspace_user_id = t.workspace_user_id) as ruleset_roles`

export function presentRights(row: RightsRow, scopes: readonly string[]): Rights {
  const scoped = expandScopes(scopes)
  return {
    scoped,
    permissions: permissionsOf(row.permissions ?? []).intersection(scoped),
    serviceRoles: new Map(Object.entries(row.service_roles ?? {})),
    rulesetRoles: new Map(Object.entries(row.ruleset_roles ?? {})),
  }
}

/**
 * The permissions behind the names and patterns of a role or a service. A manager of all services has the rights of
 * an admin on each of them.
 */
export function permissionsOf(held: readonly string[]): Set<Permission> {
  const named = expandScopes(held)
  return named.has('workspace.service.manage')
    ? named.union(new Set(serviceRolePermissions.admin))
    : named
}

/**
 * The object of a permission check: a service, a ruleset (for the given right there, by default to see it), or the
 * caller's own things, such as tokens.
 */
export type On = {
  serviceId?: string
  rulesetId?: string | undefined
  right?: RulesetRight
  own?: boolean
}

/**
 * True when the caller may do that: everywhere, on the named service or ruleset by a role there, or, for people, on
 * what is their own. The credential's scopes bound all of it.
 */
export function may(caller: Holder, permission: Permission, on: On = {}): boolean {
  const isHeld = holds(caller, permission, on)
  if (isHeld) caller.noteUse?.(permission)
  return isHeld
}

type Holder = Rights & { type?: 'user' | 'service' }

/** {@link may}, where nothing happens or is shown by it yet. */
export function holds(caller: Holder, permission: Permission, on: On = {}): boolean {
  if (caller.permissions.has(permission)) return true
  if (on.own === true && caller.type === 'user' && caller.scoped.has(permission)) return true
  if (on.rulesetId !== undefined)
    return mayOnRuleset(caller, permission, on.rulesetId, on.right ?? 'view')
  const role = on.serviceId === undefined ? undefined : caller.serviceRoles.get(on.serviceId)
  return (
    role !== undefined &&
    caller.scoped.has(permission) &&
    serviceRolePermissions[role].includes(permission)
  )
}

function mayOnRuleset(
  caller: Rights,
  permission: Permission,
  rulesetId: string,
  right: RulesetRight,
): boolean {
  const role = caller.rulesetRoles.get(rulesetId)
  return (
    role !== undefined &&
    caller.scoped.has(permission) &&
    isOfRight(right, permission) &&
    rulesetRoleRights[role].includes(right)
  )
}

/** Who may see a ruleset may also see the resource that it is for. */
function isOfRight(right: RulesetRight, permission: Permission): boolean {
  const isOfResource = right === 'view' && permission === 'directory.resource.view'
  return isOfResource || rulesetRightPermissions[right] === permission
}

/** The permissions that the caller does not hold, and so may not grant. */
export function notHeld(caller: Rights, permissions: Iterable<Permission>): Permission[] {
  const wanted = [...permissions]
  const missing = wanted.filter((permission) => !caller.permissions.has(permission))
  if (missing.length === 0) for (const permission of wanted) caller.noteUse?.(permission)
  return missing
}

/** A caller of one request, whose uses count once `count` says that it was answered. */
export function countedLater<T extends Rights>(caller: T): { caller: T; count: () => void } {
  const { noteUse } = caller
  if (noteUse === undefined) return { caller, count: () => undefined }
  const used = new Set<Permission>()
  return {
    caller: { ...caller, noteUse: (permission: Permission) => used.add(permission) },
    count: () => used.forEach((permission) => noteUse(permission)),
  }
}

/** A caller whose checks are no uses. */
export function uncounted<T extends Rights>(caller: T): T {
  return { ...caller, noteUse: undefined }
}

type Viewer = {
  caller: { type: 'user' | 'service'; id: string }
  may: (permission: Permission) => boolean
}

/** True when the caller may see the name of a workspace user (uuid): their own, and of everybody with a permission. */
export function seesWorkspaceUser({ caller, may: mayDo }: Viewer, userId: string): boolean {
  return (caller.type === 'user' && caller.id === userId) || mayDo('workspace.user.view')
}
