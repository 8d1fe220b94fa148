import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { serviceRolePermissions } from '../../contract/permissions.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  Count,
  Instant,
  instant,
  instantOrNull,
  Nullable,
  Shape,
} from '../../http/shapes/schema.ts'

/** A permission that nothing has needed for as long may be taken away by `shrink`. */
export const unusedDays = 90

export const PermissionUse = Shape({
  permission: Type.String({ maxLength: 100, examples: ['directory.user.view'] }),
  held_since: {
    ...Instant,
    description: 'Since when the service holds it; at the earliest since Muster notes uses',
  },
  last_used_at: Nullable({
    ...Instant,
    description: 'When a request of any of its tokens last needed it, within an hour or so',
  }),
  webhooks: {
    ...Count,
    description: 'How many webhooks of the service send what it lets them see',
  },
  is_unused: Type.Boolean({
    description: `Held for ${unusedDays} days and longer, not used in that time, and needed by no webhook`,
  }),
})

/** A permission of a service, and what has needed it. */
export type UsedPermission = {
  permission: string
  held_since: Date
  last_used_at: Date | null
  webhooks: number
  is_unused: boolean
}

/**
 * The permissions that a service holds, in the order of their names, with their uses by all tokens that it ever had. What only
 * the right to manage services gives is a use of that right.
 */
export async function findUses(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  serviceId: string,
): Promise<UsedPermission[]> {
  const { rows } = await sql<UsedPermission>`
    select held.*, webhooks = 0 and greatest(held_since, last_used_at) <= ${now}::timestamptz - make_interval(days => ${unusedDays}) as is_unused
    from (
      select h.permission, h.held_since,
        (select max(u.last_used_at) from token t join token_permission u on u.token_id = t.id
         where t.service_id = h.service_id and u.permission = any (gives.names)) as last_used_at,
        (select count(*) from webhook w where w.service_id = h.service_id and w.permissions && gives.names) as webhooks
      from service_permission h
      cross join lateral (select case when h.permission = 'workspace.service.manage'
        then array(select unnest(${[...serviceRolePermissions.admin]}::text[])
          except select o.permission from service_permission o where o.service_id = h.service_id and o.permission <> h.permission)
        else array[h.permission] end as names) gives
      where h.service_id = ${serviceId}) held
    order by permission`.execute(db)
  return rows
}

export function presentUse(use: UsedPermission): Static<typeof PermissionUse> {
  return {
    ...use,
    held_since: instant(use.held_since),
    last_used_at: instantOrNull(use.last_used_at),
  }
}
