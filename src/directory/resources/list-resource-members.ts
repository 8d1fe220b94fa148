import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { identityStates } from '../../contract/states.ts'
import { searchFilter, whereAll } from '../../http/lists/filters.ts'
import { byId, byInstant, byText, byWord, listFilters } from '../../http/lists/list-filters.ts'
import { listPage, ListOf, listQuery } from '../../http/lists/list.ts'
import { forbidden } from '../../http/refusals/problem.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import { onlyExactFirst } from '../../http/lists/search.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import {
  identityJson,
  presentNamedIdentity,
  type IdentityRow,
} from '../identities/identity-shape.ts'
import { foundIdentities } from '../identities/identity-search.ts'
import { requireKnown } from '../require-known.ts'
import { ResourceMember } from './schema.ts'

const filters = listFilters({
  id: byId('identity', sql`m.identity_id`),
  state: byWord(identityStates, sql`i.state`),
  role_handle: byText('roles at the vendor, to the letter', sql`m.role_handle`),
  ...byInstant({ first_seen: sql`m.first_seen_at` }),
})

export const listResourceMembers = readRoute({
  id: 'listResourceMembers',
  url: '/directory/resources/:resource/members',
  summary: 'List the members of a resource',
  description:
    'The identities that were members when the vendor was last read, in the order in which Muster first saw them (by id). ' +
    '`filter[search]` looks in name, address and handle of the identities, for callers with `directory.identity.view`. ' +
    'Whose they are is shown to callers with `directory.identity.view`, of linked ones also with `directory.user.view`.',
  access: 'directory.resource.view',
  params: { resource: 'resource' },
  query: listQuery({ ...filters.schemas, search: searchFilter }),
  response: ListOf(ResourceMember),
  handler: async (context) => {
    const { resource } = context.params
    await requireKnown(context.db, 'resource', resource)
    const found = await foundMembers(context)
    const members = whereAll(membersOf(context.db, resource), filters.conditions(context))
    return listPage(context, members, {
      sorts: { id: { key: 'id', expression: sql`m.identity_id`, type: 'uuid' } },
      defaultSort: 'id',
      id: sql`m.identity_id`,
      found,
      present: (row) => presentMember(row, context),
    })
  },
})

async function foundMembers({ db, query, may }: ReadContext<ParamKinds, Record<string, unknown>>) {
  if (query['filter[search]'] !== undefined && !may('directory.identity.view'))
    throw forbidden('directory.identity.view', 'A search would tell whose the members are.')
  return onlyExactFirst(await foundIdentities(db, query))
}

function membersOf(db: Reader, resource: string) {
  return db
    .selectFrom('resource_member as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .innerJoin('integration as g', 'g.id', 'i.integration_id')
    .select([
      'm.identity_id as id',
      'm.role_handle',
      'm.first_seen_at',
      sql<string>`${identityJson}`.as('identity'),
    ])
    .where('m.resource_id', '=', resource)
}

function presentMember(
  row: { role_handle: string; first_seen_at: Date; identity: string },
  { may, services }: ReadContext,
) {
  const url = baseUrl(services)
  const identityRow: IdentityRow = JSON.parse(row.identity)
  const identity = presentNamedIdentity(identityRow, may)
  return {
    ...identity,
    role_handle: row.role_handle,
    timestamp: { first_seen_at: instant(row.first_seen_at) },
    links: {
      directory_identity: `${url}/directory/identities/${identity.id}`,
      directory_user:
        identity.directory_user_id === null
          ? null
          : `${url}/directory/users/${identity.directory_user_id}`,
    },
  }
}
