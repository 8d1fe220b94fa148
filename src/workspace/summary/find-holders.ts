import { sql } from 'kysely'
import { permissionsOf } from '../../access/rights.ts'
import type { Permission } from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import type { Viewer } from '../../http/route/route.ts'
import { personIsActive } from '../services/queries.ts'

const most = 3

/**
 * The names of some people one of whose roles has all of these permissions: whom a person can ask, also one who may not list who signs
 * in. None for services. Read by roles, of which there are few.
 */
export async function findHolders(
  { db, now, caller }: Pick<Viewer, 'db' | 'now' | 'caller'>,
  wanted: readonly Permission[],
): Promise<string[]> {
  if (caller.type !== 'user') return []
  const { rows: roles } = await sql<{ id: string; permissions: string[] }>`
    select id, permissions from role`.execute(db)
  const fitting = roles.filter(({ permissions }) => {
    const held = permissionsOf(permissions)
    return wanted.every((each) => held.has(each))
  })
  if (fitting.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select u.name from workspace_user u where ${personIsActive('u', now)} and exists (
      select from workspace_user_role r where r.workspace_user_id = u.id and r.role_id = any (${uuids(fitting.map(({ id }) => id))}))
    order by search_key(u.name), u.id limit ${most}`.execute(db)
  return rows.map(({ name }) => name)
}
