import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { identityStates } from '../../contract/states.ts'
import { searchFilter } from '../../http/lists/filters.ts'
import { by } from '../../http/lists/list-filters.ts'
import { forbidden } from '../../http/refusals/problem.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import { onlyExactFirst } from '../../http/lists/search.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList, type ListContext } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import {
  identityJson,
  presentNamedIdentity,
  type IdentityRow,
} from '../identities/identity-shape.ts'
import { foundIdentities } from '../identities/identity-search.ts'
import { requireKnown } from '../require-known.ts'
import { ResourceMember } from './schema.ts'

const members = declareList({
  item: ResourceMember,
  filters: {
    id: by.id('identity', sql`m.identity_id`),
    state: by.word(identityStates, sql`i.state`),
    role_handle: by.text('roles at the vendor, to the letter', sql`m.role_handle`),
    ...by.instants({ first_seen: sql`m.first_seen_at` }),
  },
  searches: { search: searchFilter },
  order: sortFields({ id: ['uuid', sql`m.identity_id`] }),
  defaultSort: 'id',
  id: sql`m.identity_id`,
  rows: ({ db }) => selectMembers(db),
  found: (context) => foundMembers(context),
  present: (row, context) => presentMember(row, context),
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
  query: members.query,
  response: members.response,
  handler: async (context) => {
    const { resource } = context.params
    await requireKnown(context.db, 'resource', resource)
    return members.page(context, sql`m.resource_id = ${resource}`)
  },
})

async function foundMembers({ db, query, may }: ListContext) {
  if (query['filter[search]'] !== undefined && !may('directory.identity.view'))
    throw forbidden('directory.identity.view', 'A search would tell whose the members are.')
  return onlyExactFirst(await foundIdentities(db, query))
}

function selectMembers(db: Reader) {
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
