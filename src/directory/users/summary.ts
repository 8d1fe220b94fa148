import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { DirectoryUserSummaryJson } from './schema.ts'

/** A summary as PostgreSQL builds it: `p` the person, `pi` their primary identity, `pg` its integration. */
export const summaryJson = sql`json_build_object(
  'id', p.id, 'state', p.state, 'manager_id', p.manager_id, 'is_manager', p.is_manager, 'full_name', p.full_name,
  'email', p.email, 'username', p.username,
  'badge_id', profile_text(pi.profile, pg.badge_id_profile_key),
  'employee_id', profile_text(pi.profile, pg.employee_id_profile_key),
  'employee_alt_id', profile_text(pi.profile, pg.employee_alt_id_profile_key),
  'org', p.org, 'metadata', p.metadata)`

/** What {@link summaryJson} reads from. Follow it with `where`. */
export const summarySource = sql`directory_user p
  left join identity pi on pi.id = p.primary_identity_id
  left join integration pg on pg.id = pi.integration_id`

/** What {@link summaryJson} gives: the contract's shape, with uuids. */
export type SummaryRow = DirectoryUserSummaryJson

export function presentSummary(row: SummaryRow): DirectoryUserSummaryJson {
  return {
    ...row,
    id: encodeId('directoryUser', row.id),
    manager_id: row.manager_id === null ? null : encodeId('directoryUser', row.manager_id),
  }
}
