import { sql } from 'kysely'
import { permissionsOf } from '../../access/rights.ts'
import type { Permission } from '../../contract/permissions.ts'
import { uuids } from '../../database/uuids.ts'
import type { Viewer } from '../../http/route/route.ts'
import { personIsActive } from '../services/queries.ts'

const maximumHolders = 3

/** The names of people who hold these permissions, but for some people (uuids). */
export type FindHolders = (
  wanted: readonly Permission[],
  except?: readonly string[],
) => Promise<string[]>

type Role = { id: string; held: ReadonlySet<Permission> }

/**
 * Finds a few people one of whose roles has all of the permissions: the people to ask, also for a person who may not list who
 * signs in. None for services. Reads the roles, of which there are few, and each answer once.
 */
export function holderFinder(viewer: Pick<Viewer, 'db' | 'now' | 'caller'>): FindHolders {
  if (viewer.caller.type !== 'user') return () => Promise.resolve([])
  let roles: Promise<Role[]> | undefined
  const found = new Map<string, Promise<string[]>>()
  const find = async (wanted: readonly Permission[], except: readonly string[]) => {
    const fitting = (await (roles ??= selectRoles(viewer))).filter(({ held }) =>
      wanted.every((each) => held.has(each)),
    )
    return fitting.length === 0
      ? []
      : selectNames(
          viewer,
          fitting.map(({ id }) => id),
          except,
        )
  }
  return (wanted, except = []) => {
    const key = JSON.stringify([wanted, except])
    const names = found.get(key) ?? find(wanted, except)
    found.set(key, names)
    return names
  }
}

async function selectRoles({ db }: Pick<Viewer, 'db'>): Promise<Role[]> {
  const { rows } = await sql<{ id: string; permissions: string[] }>`
    select id, permissions from role`.execute(db)
  return rows.map(({ id, permissions }) => ({ id, held: permissionsOf(permissions) }))
}

async function selectNames(
  { db, now }: Pick<Viewer, 'db' | 'now'>,
  roles: readonly string[],
  except: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.name from workspace_user u where ${personIsActive('u', now)} and u.id <> all (${uuids(except)}) and exists (
      select from workspace_user_role r where r.workspace_user_id = u.id and r.role_id = any (${uuids(roles)}))
    order by search_key(u.name), u.id limit ${maximumHolders}`.execute(db)
  return rows.map(({ name }) => name)
}
