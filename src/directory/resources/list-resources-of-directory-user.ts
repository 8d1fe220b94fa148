import { sql } from 'kysely'
import { memberStatuses } from '../../contract/states.ts'
import { requirePermission } from '../../http/callers/authorise.ts'
import { anyOf, anyOfFilter, isAnyOf } from '../../http/lists/filters.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { requireKnown } from '../require-known.ts'
import { memberStatus, personResources, presentPersonResource } from './listed-resource.ts'
import {
  foundResources,
  resourceFilters,
  resourceSearches,
  resourceSorts,
} from './resource-filters.ts'
import { PersonResource } from './schema.ts'

const resources = declareList({
  item: PersonResource,
  filters: resourceFilters,
  searches: { ...resourceSearches, drift: anyOfFilter(memberStatuses) },
  sorts: resourceSorts,
  defaultSort: 'name',
  id: sql`o.id`,
  rows: ({ db, params: { user = '' } }) => personResources(db, user),
  found: ({ db, query }) => foundResources(db, query),
  present: (row, { may, services }) =>
    presentPersonResource(row, { baseUrl: baseUrl(services), seesPolicy: may('policy.rule.view') }),
})

export const listResourcesOfDirectoryUser = readRoute({
  id: 'listResourcesOfDirectoryUser',
  url: '/directory/users/:user/resources',
  summary: 'List the resources of a directory user',
  description:
    'The resources of which any identity of this person is a member, each once, by name, then id: what the counts from `codehost_groups` to `chat_groups` count; what the person `has` there, what they `should` have, and how the two compare (`drift`; both with `policy.rule.view`). ' +
    'Filters and searches are those of the list of all resources; `filter[drift]=extra` finds what they have and should not. What they should have and lack is in their access, which has both with `include=has-only`. Needs `directory.resource.view` as well.',
  access: 'directory.user.view',
  params: { user: 'directoryUser' },
  query: resources.query,
  response: resources.response,
  handler: async (context) => {
    const { user } = context.params
    await requireKnown(context.db, 'directoryUser', user)
    await context.ask('directory.resource.view')
    if (context.query['filter[drift]'] !== undefined)
      requirePermission(context.caller, 'policy.rule.view')
    const statuses = anyOf(context.query['filter[drift]'])
    return resources.page(context, statuses && isAnyOf(memberStatus(user), statuses))
  },
})
