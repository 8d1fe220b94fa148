import { sql } from 'kysely'
import { serviceStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  anyOfTexts,
  between,
  type Conditions,
  flagFilter,
  flagged,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  isNamed,
  namesFilter,
  searched,
  searchFilter,
  textsFilter,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { exactFirst } from '../../http/ranked-rows.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import {
  hasRoleOn,
  isUnattended,
  selectServices,
  serviceId,
  serviceSearchText,
  serviceSorts,
} from './queries.ts'
import { presentService, ServiceSummary } from './schema.ts'

const query = listQuery(
  {
    id: idsFilter,
    state: anyOfFilter(serviceStates),
    handle: textsFilter('handles'),
    name: namesFilter,
    name_search: searchFilter,
    unattended: flagFilter('Those without (or with) an admin who is an active person'),
    ...instantFilters('created', 'updated'),
  },
  serviceSorts,
)

export const listServices = readRoute({
  id: 'listServices',
  method: 'GET',
  url: '/workspace/services',
  tag: 'workspace',
  summary: 'List services',
  description:
    'The services that the caller may view, by name unless sorted otherwise: all of them with `workspace.service.view`, ' +
    'else those on which the caller has a role. Deleted services are left out. `filter[name_search]` looks in names and handles.',
  access: { own: 'workspace.service.view' },
  params: {},
  query,
  status: 200,
  response: ListOf(ServiceSummary),
  handler: async (context) => {
    await context.ask('workspace.service.view', { own: true })
    const services = whereAll(selectServices(context.db, context.now), conditions(context))
    return listPage(context, services, {
      sorts: serviceSorts,
      defaultSort: 'name',
      id: serviceId,
      found: exactFirst(context.query, 'name_search', [sql`service.name`, sql`service.handle`]),
      present: (row) => presentService(row, baseUrl(context.services)),
    })
  },
})

function conditions(context: ReadContext<ParamKinds, Record<string, unknown>>): Conditions {
  const { caller, now, query } = context
  const states = anyOf(query['filter[state]'])
  const ids = idFilter(query, 'id', 'service')
  return [
    context.may('workspace.service.view') ? undefined : hasRoleOn(caller.id),
    states && isAnyOf(sql`service.state`, states),
    ids && isAnyOf(sql`service.id`, ids, 'uuid'),
    ...anyOfTexts(query, { handle: sql`service.handle` }),
    ...between(query, { created: sql`service.created_at`, updated: sql`service.updated_at` }),
    isNamed(query, sql`service.name`),
    searched(query, 'name_search', serviceSearchText),
    flagged(query, 'unattended', isUnattended(now)),
  ]
}
