import { sql, type RawBuilder } from 'kysely'
import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'

/** The findings about a person (`p`) for an administrator, as imports count them. */
const findings: Record<string, RawBuilder<boolean>> = {
  recycled_address: sql`p.review_reason = 'recycled_address'`,
  shared_email: sql`exists (select from directory_user twin
    where twin.email_key = p.email_key and twin.deleted_at is null and twin.id <> p.id)`,
  // Usernames are compared as addresses are. `is true` keeps the planner from joining everybody: each twin is found by the index.
  shared_username: sql`(exists (select from directory_user twin
    where email_key(twin.username) collate "C" = email_key(p.username) collate "C" and twin.deleted_at is null
      and twin.username is not null and twin.id <> p.id and (twin.email_key <> p.email_key) is not false) is true)`,
  manager_unresolved: sql`p.manager_problem = 'unresolved'`,
  manager_ambiguous: sql`p.manager_problem = 'ambiguous'`,
  manager_cycle: sql`p.manager_problem = 'cycle'`,
  rejected_account_end: sql`p.id in (
    select i.directory_user_id from held_account h join identity i on i.id = h.identity_id where ${isRejectedEnd})`,
}

export const reviewFilter = anyOfFilter(Object.keys(findings))

/** The people that an administrator should review, for any of these reasons. */
export function reviewed(query: Record<string, unknown>): RawBuilder<boolean> | undefined {
  const wanted = anyOf(query['filter[review]'])?.flatMap((name) => findings[name] ?? [])
  return wanted && sql`(${sql.join(wanted, sql` or `)})`
}
