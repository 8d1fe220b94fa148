import { sql } from 'kysely'
import { Type } from 'typebox'
import { serviceStates } from '../../contract/states.ts'
import { anyOf, anyOfFilter, containsText, searchFilter } from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import { readRoute, type ParamKinds, type ReadContext } from '../../http/route.ts'
import { baseUrl } from '../../http/services.ts'
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
    state: anyOfFilter(serviceStates),
    handle: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Any of these handles, separated by commas',
    }),
    name_search: searchFilter,
    unattended: Type.Enum(['true', 'false'], {
      description: 'Those without (or with) an admin who is an active person',
    }),
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
    return listPage(context, filtered(context), {
      sorts: serviceSorts,
      defaultSort: 'name',
      id: serviceId,
      present: (row) => presentService(row, baseUrl(context.services)),
    })
  },
})

function filtered(context: ReadContext<ParamKinds, Record<string, unknown>>) {
  const { caller, db, now, query } = context
  let services = selectServices(db, now)
  if (!context.may('workspace.service.view')) services = services.where(hasRoleOn(caller.id))
  const states = anyOf(query['filter[state]'])
  if (states !== undefined)
    services = services.where(sql<boolean>`service.state = any (${states}::text[])`)
  const handles = anyOf(query['filter[handle]'])
  if (handles !== undefined)
    services = services.where(sql<boolean>`service.handle = any (${handles}::text[])`)
  const searched = query['filter[name_search]']
  if (typeof searched === 'string')
    services = services.where(containsText(serviceSearchText, searched))
  const unattended = query['filter[unattended]']
  if (unattended !== undefined)
    services = services.where(sql<boolean>`${isUnattended(now)} = ${unattended === 'true'}`)
  return services
}
