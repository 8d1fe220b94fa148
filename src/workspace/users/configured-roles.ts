import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Reader, Transaction } from '../../database/database.ts'
import { permissionsOf } from '../../access/rights.ts'
import { profileValuePermission } from '../../contract/permissions.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import type { RoleGrant } from './queries.ts'

/** A role, and the name by which the configuration gives it. The role may have been renamed since. */
export type ConfiguredRole = RoleGrant & { configuredName: string }

/** Binds names of the configuration to the roles that have them now. A name that is bound stays with its role. */
export async function bindRoleNames(tx: Transaction, names: readonly string[]): Promise<void> {
  await sql`
    insert into configured_role (name, role_id)
    select name, id from role
    where name = any (${[...names]}::text[]) and not exists (select from configured_role c where c.name = role.name)
    order by name on conflict do nothing`.execute(tx)
}

/** The roles that these names mean in the configuration; `lock` holds their rows, so that none is changed or deleted. */
export async function findConfiguredRoles(
  db: Reader,
  names: readonly string[],
  { lock = false } = {},
): Promise<ConfiguredRole[]> {
  const { rows } = await sql<ConfiguredRole>`
    select r.id, r.name, r.permissions, c.name as "configuredName"
    from configured_role c join role r on r.id = c.role_id where c.name = any (${[...names]}::text[])
    order by r.id ${lock ? sql`for share of r` : sql``}`.execute(db)
  return rows
}

/** Whether these permissions are read-only and show no profiles: what everybody of an issuer may be given. */
export function isReadOnly(permissions: readonly string[]): boolean {
  return [...permissionsOf(permissions)].every(
    (name) => name.endsWith('.view') && name !== profileValuePermission,
  )
}

/** 422 if everybody of an issuer is given the role (uuid), and it would not be read-only any more. */
export async function requireFitForAll(
  { tx, services: { issuers } }: Pick<WriteContext, 'tx' | 'services'>,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  const names = issuers.flatMap(({ defaultGrant }) => defaultGrant ?? [])
  if (names.length === 0 || isReadOnly(permissions)) return
  const given = await findConfiguredRoles(tx, names)
  if (given.some(({ id }) => id === roleId))
    throw unprocessable({
      permissions: [
        'must end with .view, without directory.identity.profile.view: the role is the default_grant of an issuer',
      ],
    })
}

/** Binds all names when a process starts, and logs those that mean a role of another name, or none. */
export async function bindConfiguredRoles(
  database: Database,
  names: readonly string[],
  log: FastifyBaseLogger,
): Promise<void> {
  if (names.length === 0) return
  const bound = await database.transaction(async ({ tx }) => {
    await bindRoleNames(tx, names)
    return findConfiguredRoles(tx, names)
  })
  for (const { configuredName, name } of bound)
    if (name !== configuredName)
      log.warn({ configured: configuredName, role: name }, 'a role of the issuers was renamed')
  const unknown = names.filter((name) => !bound.some((role) => role.configuredName === name))
  if (unknown.length > 0) log.warn({ roles: unknown }, 'issuers give roles that do not exist')
}
