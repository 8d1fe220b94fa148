import { sql } from 'kysely'
import { serviceEnvironments, serviceKinds, serviceStates } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { exactFirst } from '../../http/lists/ranked-rows.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import {
  hasRoleOn,
  isUnattended,
  isUnconfirmed,
  isUnsponsored,
  selectServices,
  serviceSearchText,
} from './queries.ts'
import { presentService, ServiceSummary } from './schema.ts'

const services = declareList({
  item: ServiceSummary,
  filters: {
    id: by.id('service', sql`service.id`),
    state: by.word(serviceStates, sql`service.state`),
    kind: by.word(serviceKinds, sql`service.kind`),
    environment: by.word(serviceEnvironments, sql`service.environment`),
    handle: by.text('handles', sql`service.handle`),
    name: by.name(sql`service.name`),
    name_search: by.search(serviceSearchText),
    sponsor_id: by.id('directoryUser', sql`service.sponsor_id`),
    unsponsored: by.flag(isUnsponsored, 'Those that nobody answers for, or someone does'),
    unconfirmed: by.flag(isUnconfirmed, 'Those that nobody has confirmed in time, or someone has'),
    unattended: by.flag(isUnattended, 'Those without (or with) an admin who is an active person'),
    ...by.instants({
      created: sql`service.created_at`,
      updated: sql`service.updated_at`,
      expires: sql`service.ends_at`,
      confirm_by: sql`service.confirm_by`,
      last_used: sql`service.last_used_at`,
    }),
  },
  sorts: sortFields({
    name: ['text', sql`service.name`],
    created_at: ['timestamptz', sql`service.created_at`],
    updated_at: ['timestamptz', sql`service.updated_at`],
  }),
  defaultSort: 'name',
  id: sql`service.id`,
  rows: ({ db, now }) => selectServices(db, now),
  found: ({ query }) => exactFirst(query, 'name_search', [sql`service.name`, sql`service.handle`]),
  present: (row, { services: { publicOrigin }, may }) =>
    presentService(row, {
      baseUrl: baseUrl({ publicOrigin }),
      seesPeople: may('directory.user.view'),
    }),
})

export const listServices = readRoute({
  id: 'listServices',
  url: '/workspace/services',
  summary: 'List services',
  description:
    'The services that the caller may view, by name unless sorted otherwise: all of them with `workspace.service.view`, ' +
    'else those on which the caller has a role. Deleted services are left out. `filter[name_search]` looks in names and handles.',
  access: { own: 'workspace.service.view' },
  query: services.query,
  response: services.response,
  handler: async (context) => {
    await context.ask('workspace.service.view', { own: true })
    const seesAll = context.may('workspace.service.view')
    return services.page(context, seesAll ? undefined : hasRoleOn(context.caller.id, context.now))
  },
})
