import { sql } from 'kysely'
import { Type } from 'typebox'
import { ownerRole } from '../../contract/permissions.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { readRoute } from '../../http/route/route.ts'
import { Nullable, Shape, Text } from '../../http/shapes/schema.ts'
import { personIsActive } from '../services/queries.ts'

/** Enough to find one who is there. */
const most = 5

export const listRoleGivers = readRoute({
  id: 'listRoleGivers',
  url: '/auth/role-givers',
  summary: 'List who can give you a role',
  description: `The first ${most} active owners, by name, for a person who has no role yet, with their addresses if the issuer of the sign-in restricts domains. Empty for others.`,
  access: 'token',
  response: Shape({
    data: Type.Array(
      Shape({
        name: Text(200, { examples: ['Ada Moreau'] }),
        email: Nullable(Text(254, { examples: ['ada.moreau@acme.example'] })),
      }),
      { maxItems: most },
    ),
    links: Shape({ self: Type.String(), next: Type.Null(), prev: Type.Null() }),
    meta: Shape({ page_size: Type.Integer({ minimum: 1, examples: [most] }) }),
  }),
  handler: async ({ caller, db, now, services }) => {
    const isTold =
      caller.type === 'user' &&
      caller.roles.length + caller.serviceRoles.size + caller.rulesetRoles.size === 0
    const restricted = services.issuers
      .filter(({ isRestricted }) => isRestricted)
      .flatMap(({ provider }) => [provider, provider.replace(/\/$/, '')])
    const { rows } = await sql<{ name: string; email: string | null }>`
      select u.name, case when exists (select from workspace_user me
        where me.id = ${caller.id} and me.provider = any (${restricted}::text[])) then u.email end as email from role r join workspace_user_role ur on ur.role_id = r.id
      join workspace_user u on u.id = ur.workspace_user_id
      where ${isTold} and r.name = ${ownerRole} and ${personIsActive('u', now)} order by search_key(u.name), u.id limit ${most}`.execute(
      db,
    )
    return {
      data: rows,
      links: { self: `${baseUrl(services)}/auth/role-givers`, next: null, prev: null },
      meta: { page_size: most },
    }
  },
})
