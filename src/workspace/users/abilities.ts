import { sql } from 'kysely'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { requireMayTie } from './directory-tie.ts'
import { findManageable } from './protected-user.ts'
import { findOwners, selectUserStates } from './queries.ts'
import { requireAnotherOwner } from './role-rules.ts'
import { requireDeactivated, requireNotDeactivated } from './user-states.ts'

export const workspaceUserAbilities = abilitiesOn(
  'workspaceUser',
  findUsers,
  ({ caller }, user) => {
    const { isManageable } = user
    return {
      update: isManageable,
      change_directory_user: isManageable && isAllowed(() => requireMayTie(caller)),
      deactivate:
        isManageable &&
        isAllowed(() => {
          requireNotDeactivated(user)
          requireAnotherOwner(user.owners, user.id)
        }),
      restore: isManageable && isAllowed(() => requireDeactivated(user)),
      delete_tokens: isManageable,
      delete_sessions: isManageable,
      delete_sign_in_links: isManageable,
    }
  },
)

async function findUsers(context: ReadContext, ids: readonly string[]) {
  const users = await selectUserStates(context.db, ids)
  const manageable = await findManageable(context, ids)
  const owners = await findOwners(context.db)
  return users.map((user) => Object.assign(user, { isManageable: manageable.has(user.id), owners }))
}

type Credential = { id: string; workspace_user_id: string | null; service_id: string | null }

export const tokenAbilities = abilitiesOn(
  'token',
  async (context, ids) => {
    const { rows } = await sql<Credential>`
      select id, workspace_user_id, service_id from token where id = any (${ids}::uuid[])`.execute(
      context.db,
    )
    return withManageable(context, rows)
  },
  ({ caller, may }, { id, workspace_user_id: userId, service_id: serviceId, isManageable }) => {
    const isItself = id === caller.credential.id
    const isOwn = caller.id === (userId ?? serviceId)
    const ofService = serviceId !== null && may('workspace.service.token.manage', { serviceId })
    return {
      delete:
        isItself ||
        (isOwn && may('workspace.token.manage', { own: true })) ||
        ofService ||
        isManageable,
    }
  },
)

export const sessionAbilities = abilitiesOn(
  'session',
  async (context, ids) => {
    const { rows } = await sql<Credential>`
      select id, workspace_user_id, null as service_id from session where id = any (${ids}::uuid[])`.execute(
      context.db,
    )
    return withManageable(context, rows)
  },
  (_context, { isManageable }) => ({ delete: isManageable }),
)

async function withManageable(context: ReadContext, rows: readonly Credential[]) {
  const owners = rows.flatMap(({ workspace_user_id: id }) => id ?? [])
  const manageable = await findManageable(context, [...new Set(owners)])
  return rows.map((row) =>
    Object.assign(row, { isManageable: manageable.has(row.workspace_user_id ?? '') }),
  )
}
