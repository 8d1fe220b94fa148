import { sql } from 'kysely'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import { requireOwnRole, requireUnheld } from './own-role.ts'

type Facts = { id: string; name: string; is_system: boolean; holders: number }

export const roleAbilities = abilitiesOn(
  'role',
  async ({ db }, ids) => {
    const { rows } = await sql<Facts>`
      select id, name, is_system, (select count(*) from workspace_user_role h where h.role_id = role.id) as holders
      from role where id = any (${ids}::uuid[])`.execute(db)
    return rows
  },
  ({ may }, role) => {
    const isChangeable = may('workspace.role.manage') && isAllowed(() => requireOwnRole(role))
    return {
      update: isChangeable,
      delete: isChangeable && isAllowed(() => requireUnheld(role, role.holders)),
    }
  },
)
