import { sql, type RawBuilder } from 'kysely'
import { anyOf, anyOfFilter } from '../../http/lists/filters.ts'
import { isRejectedEnd } from '../../policy/shapes/incident-ref.ts'

/** The findings about a person (`p`) for an administrator, as imports count them. */
const findings: Record<string, RawBuilder<boolean>> = {
  recycled_address: sql`p.review_reason = 'recycled_address'`,
  shared_address: sql`p.review_reason = 'shared_address'`,
  shared_email: sql`exists (select from directory_user twin
    where twin.email_key = p.email_key and twin.deleted_at is null and twin.id <> p.id)`,
  // Usernames are compared as addresses are. Few people share one, so they are found first, by the index alone.
  shared_username: sql`p.id = any (array(
    select one.id from directory_user one
    where one.deleted_at is null and one.username is not null and username_key(one.username) collate "C" in (
        select username_key(username) collate "C" from directory_user
        where deleted_at is null and username is not null
        group by username_key(username) collate "C"
        having count(*) > 1 and count(distinct email_key) + count(*) filter (where email_key is null) > 1)
      and exists (select from directory_user twin
        where username_key(twin.username) collate "C" = username_key(one.username) collate "C" and twin.deleted_at is null
          and twin.username is not null and twin.id <> one.id and (twin.email_key <> one.email_key) is not false)))`,
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
