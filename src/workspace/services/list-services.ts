import { sql } from 'kysely'
import { serviceStates } from '../../contract/states.ts'
import { whereAll } from '../../http/lists/filters.ts'
import {
  byFlag,
  byId,
  byInstant,
  byName,
  bySearch,
  byText,
  byWord,
  listFilters,
} from '../../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../../http/lists/list.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import {
  hasRoleOn,
  isUnattended,
  selectServices,
  serviceId,
  serviceSearchText,
  serviceSorts,
} from './queries.ts'
import { presentService, ServiceSummary } from './schema.ts'

const filters = listFilters({
  id: byId('service', sql`service.id`),
  state: byWord(serviceStates, sql`service.state`),
  handle: byText('handles', sql`service.handle`),
  name: byName(sql`service.name`),
  name_search: bySearch(serviceSearchText),
  unattended: byFlag(isUnattended, 'Those without (or with) an admin who is an active person'),
  ...byInstant({ created: sql`service.created_at`, updated: sql`service.updated_at` }),
})

export const listServices = readRoute({
  id: 'listServices',
  url: '/workspace/services',
  summary: 'List services',
  description:
    'The services that the caller may view, by name unless sorted otherwise: all of them with `workspace.service.view`, ' +
    'else those on which the caller has a role. Deleted services are left out. `filter[name_search]` looks in names and handles.',
  access: { own: 'workspace.service.view' },
  query: listQuery(filters.schemas, serviceSorts),
  response: ListOf(ServiceSummary),
  handler: async (context) => {
    await context.ask('workspace.service.view', { own: true })
    const services = whereAll(selectServices(context.db, context.now), [
      context.may('workspace.service.view') ? undefined : hasRoleOn(context.caller.id),
      ...filters.conditions(context),
    ])
    return listPage(context, services, {
      sorts: serviceSorts,
      defaultSort: 'name',
      id: serviceId,
      found: exactFirst(context.query, 'name_search', [sql`service.name`, sql`service.handle`]),
      present: (row) => presentService(row, baseUrl(context.services)),
    })
  },
})
