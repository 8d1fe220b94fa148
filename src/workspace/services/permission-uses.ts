import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { serviceRolePermissions } from '../../contract/permissions.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { Instant, instant, instantOrNull, Nullable, Shape } from '../../http/shapes/schema.ts'

/** A permission that nothing has needed for as long may be taken away by `shrink`. */
export const unusedDays = 90

export const PermissionUse = Shape({
  permission: Type.String({ maxLength: 100, examples: ['directory.user.view'] }),
  held_since: {
    ...Instant,
    description:
      'Since when the service has held it and could act; at the earliest since Muster notes uses',
  },
  last_used_at: Nullable({
    ...Instant,
    description:
      'When a request of any of its tokens last needed it, or showed more because of it; to the hour',
  }),
  is_sent: Type.Boolean({ description: 'A webhook of the service sends data that needs it' }),
  is_unused: Type.Boolean({
    description: `Held for ${unusedDays} days and longer, not used in that time, and needed by no webhook, and by nothing that the service opened as a person`,
  }),
})

/** A permission of a service, and what has needed it. */
export type UsedPermission = {
  permission: string
  held_since: Date
  last_used_at: Date | null
  is_sent: boolean
  is_unused: boolean
}

/**
 * The permissions that a service holds, in the order of their names, with their uses by all tokens that it ever had. What only
 * the right to manage services gives is a use of that right. What it opened as people ends with its rights, so it needs them.
 */
export async function findUses(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  id: string,
): Promise<UsedPermission[]> {
  const opened = (table: string, end: string) => sql`exists (
    select from ${sql.table(table)} o where o.issuer_service_id = ${id} and o.workspace_user_id is not null
      and ${sql.ref(`o.${end}`)} is null and o.expires_at > ${now})`
  const since = sql`${now}::timestamptz - make_interval(days => ${unusedDays})`
  const { rows } = await sql<UsedPermission>`
    with used as materialized (
      select permission, max(last_used_at) as at from (
        select u.permission, u.last_used_at from token t join token_permission u on u.token_id = t.id where t.service_id = ${id}
        union all select permission, last_used_at from service_use where service_id = ${id}) each group by 1
    ), held as (
      select p.permission, greatest(p.held_since, (select ran_at from schema_migration where name = '0127-uses-of-permissions')) as held_since, case when p.permission = 'workspace.service.manage'
        then array(select unnest(${[...serviceRolePermissions.admin]}::text[])
          except select o.permission from service_permission o where o.service_id = p.service_id and o.permission <> p.permission)
        else array[p.permission] end as gives
      from service_permission p where p.service_id = ${id}
    ), shown as (
      select permission, held_since, (select max(at) from used where used.permission = any (gives)) as last_used_at,
        exists (select from webhook w where w.service_id = ${id} and w.permissions && gives
          and (w.state = 'active' or w.updated_at > ${since})) as is_sent
      from held
    )
    select *, not is_sent and greatest(held_since, last_used_at) <= ${since}
      and not (${opened('token', 'revoked_at')} or ${opened('session', 'revoked_at')} or ${opened('sign_in_link', 'used_at')}) as is_unused
    from shown order by permission`.execute(db)
  return rows
}

export function presentUse(use: UsedPermission): Static<typeof PermissionUse> {
  return {
    ...use,
    held_since: instant(use.held_since),
    last_used_at: instantOrNull(use.last_used_at),
  }
}
