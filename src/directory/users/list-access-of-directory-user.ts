import { sql } from 'kysely'
import { Type } from 'typebox'
import { rulesetTypes } from '../../contract/states.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { by } from '../../http/lists/list-filters.ts'
import { includeParameter } from '../../http/shapes/include.ts'
import { sortFields } from '../../http/lists/page.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { resourceName } from '../../policy/shapes/columns.ts'
import { policyViewer } from '../../policy/shapes/withhold.ts'
import { AtParameter, readAt } from '../../policy/users/at-parameter.ts'
import { Access, comparedInStay, presentAccess, selectAccess } from '../../policy/users/access.ts'
import { comparison } from '../../policy/users/membership-drift.ts'
import { roleSince } from '../../policy/users/queries.ts'
import { mostOnlyHad, presentPersonResource, selectOnlyHad } from '../resources/listed-resource.ts'
import { PersonResource } from '../resources/schema.ts'
import { requireKnown } from '../require-known.ts'

/** A person who is in a manifest is not outside it. */
const powers = { isManaged: sql.lit(true), isAuthoritative: sql.lit(false) }
const drift = sql`case when rs.resource_id is not null
  then (select d.status from (${comparison(comparedInStay, powers)}) d) end`

const access = declareList({
  item: Access,
  filters: {
    type: by.word(rulesetTypes, sql`rs.type`),
    state: by.word(['active', 'expiring'], sql`h.state`),
    drift: by.word(['missing', 'role_differs', 'in_sync'], drift),
    role_handle: by.text('handles of roles', sql`pr.handle`),
    ruleset_id: by.id('ruleset', sql`s.ruleset_id`),
    search: by.search(sql`search_key(${resourceName})`),
    ...by.instants({ since: roleSince }),
  },
  parameters: { at: AtParameter, include: Type.Optional(includeParameter(['has-only'])) },
  sorts: sortFields({
    name: ['text', resourceName],
    since: ['timestamptz', roleSince, 'role_since'],
  }),
  defaultSort: 'name',
  id: sql`s.id`,
  rows({ db, query, now }) {
    const at = readAt(query['at'], now)
    const stays = selectAccess(db, at)
    return at === undefined ? stays.where('s.deleted_at', 'is', null) : stays
  },
  found: ({ query }) => exactFirst(query, 'search', [resourceName]),
  present: (row, { query, may, services }) =>
    presentAccess(row, {
      viewer: policyViewer(may),
      baseUrl: baseUrl(services),
      isPast: query['at'] !== undefined,
      seesMembers: may('directory.resource.view'),
    }),
})

const AccessPage = Shape({
  ...access.response.properties,
  has_only: Type.Optional(
    Type.Array(PersonResource, {
      maxItems: mostOnlyHad,
      description:
        'With `include=has-only`: what the person has at the vendors and no manifest gives them (`extra` or `unmanaged`), by name, then id; on the first page, regardless of the filters',
    }),
  ),
})

export const listAccessOfDirectoryUser = readRoute({
  id: 'listAccessOfDirectoryUser',
  url: '/directory/users/:user/access',
  summary: 'List what a directory user has access to',
  description:
    'Every manifest that holds this person, by the name of its policy resource, then id: the role, since when, until when, and why, in one line; and with `directory.resource.view` what they have at the vendor. ' +
    '`at` lists what they had then, by the rule and in the state of that time; names are as they stand now, and `until` is null where the stay has not ended, because a planned end may be newer. `filter[drift]` compares that with what they should have; what they have and need not is in their resources, and with `include=has-only` here beside the list, as far as 200 of them. `explain` says why, or why not, in full. Needs `policy.rule.view` as well.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: access.query,
  besideRows: ['has-only'],
  response: AccessPage,
  handler: async (context) => {
    const { db, params, query, now, services } = context
    requirePermission(context.caller, 'policy.rule.view')
    await requireKnown(db, 'directoryUser', params.user)
    const at = readAt(query['at'], now)
    if ('filter[drift]' in query) requireComparable(context, 'filter[drift]', at)
    if (query['include'] !== undefined) requireComparable(context, 'include', at)
    const page = await access.page(context, sql`s.directory_user_id = ${params.user}`)
    if (query['include'] === undefined || page.links.prev !== null) return page
    const had = await selectOnlyHad(db, params.user)
    const seen = { baseUrl: baseUrl(services), seesPolicy: true }
    return { ...page, has_only: had.map((row) => presentPersonResource(row, seen)) }
  },
})

/** What a person has at the vendor is known as it is now. */
function requireComparable({ caller }: ReadContext, parameter: string, at: Date | undefined): void {
  requirePermission(caller, 'directory.resource.view')
  if (at !== undefined)
    throw badRequest(`The query parameter ${parameter} compares what is known now: leave out at.`)
}
