import { sql } from 'kysely'
import type { Reader, RowOf } from '../../../database/database.ts'

/** Admins of rulesets (`a`), with the person of each (`u`). */
export function selectRulesetAdmins(reader: Reader) {
  return reader
    .selectFrom('ruleset_admin as a')
    .innerJoin('workspace_user as u', 'u.id', 'a.workspace_user_id')
    .select([
      'a.id',
      'a.version',
      'a.ruleset_id',
      'a.workspace_user_id',
      'a.role',
      'u.name as user_name',
      sql<boolean>`u.state in ('active', 'expiring')`.as('is_active'),
      'a.created_at',
      'a.updated_at',
      'u.directory_user_id',
    ])
}

export type RulesetAdminRow = RowOf<typeof selectRulesetAdmins>

export async function findRulesetAdmin(
  reader: Reader,
  rulesetId: string,
  workspaceUserId: string,
): Promise<RulesetAdminRow | undefined> {
  return selectRulesetAdmins(reader)
    .where('a.ruleset_id', '=', rulesetId)
    .where('a.workspace_user_id', '=', workspaceUserId)
    .executeTakeFirst()
}

/** The person as an audit row names them; undefined for one who is not there. */
export async function findAdministrator(
  reader: Reader,
  workspaceUserId: string,
): Promise<{ id: string; directory_user_id: string | null } | undefined> {
  return reader
    .selectFrom('workspace_user')
    .select(['id', 'directory_user_id'])
    .where('id', '=', workspaceUserId)
    .executeTakeFirst()
}
