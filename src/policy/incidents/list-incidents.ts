import { sql } from 'kysely'
import { incidentClosings, incidentStates } from '../../contract/states.ts'
import {
  anyOf,
  anyOfFilter,
  between,
  flagFilter,
  flagged,
  type Conditions,
  idFilter,
  idsFilter,
  instantFilters,
  isAnyOf,
  whereAll,
} from '../../http/filters.ts'
import { ListOf, listPage, listQuery } from '../../http/list.ts'
import type { SortField } from '../../http/page-query.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/protocol.ts'
import { isRejectedEnd } from '../shapes/incident-ref.ts'
import { presentIncident } from './present-incident.ts'
import { selectIncidents } from './queries.ts'
import { ListedIncident } from './schema.ts'

const sorts: Record<string, SortField> = {
  opened_at: { key: 'opened_at', expression: sql`n.opened_at`, type: 'timestamptz' },
}

export const listIncidents = readRoute({
  id: 'listIncidents',
  method: 'GET',
  url: '/policy/incidents',
  tag: 'policy',
  summary: 'List incidents',
  description:
    'Runs of sources that would have moved more people or accounts than the limits allow, by `opened_at`, then id. ' +
    'An incident holds people: what their source says of them is pending until a later run takes it back, or someone approves or rejects it.',
  access: 'policy.rule.view',
  params: {},
  query: listQuery(
    {
      id: idsFilter,
      state: anyOfFilter(incidentStates),
      closed_as: anyOfFilter(incidentClosings),
      integration_id: idsFilter,
      has_rejected_account_ends: flagFilter(
        'The end of an account was rejected through it, and its source still says so',
      ),
      ...instantFilters('opened', 'closed'),
    },
    sorts,
  ),
  status: 200,
  response: ListOf(ListedIncident),
  handler: (context) => {
    const base = baseUrl(context.services)
    const incidents = whereAll(selectIncidents(context.db), conditions(context.query))
    return listPage(context, incidents, {
      sorts,
      defaultSort: 'opened_at',
      id: sql`n.id`,
      present: (row) => presentIncident(row, base, () => true),
    })
  },
})

const hasRejectedEnds = sql<boolean>`exists (
  select from held_account h join identity i on i.id = h.identity_id
  where h.rejected_incident_id = n.id and ${isRejectedEnd})`

function conditions(query: Record<string, unknown>): Conditions {
  const ids = idFilter(query, 'id', 'incident')
  const states = anyOf(query['filter[state]'])
  const closings = anyOf(query['filter[closed_as]'])
  const integrations = idFilter(query, 'integration_id', 'integration')
  return [
    ids && isAnyOf(sql`n.id`, ids, 'uuid'),
    states && isAnyOf(sql`n.state`, states),
    closings && isAnyOf(sql`n.closed_as`, closings),
    integrations && isAnyOf(sql`n.integration_id`, integrations, 'uuid'),
    flagged(query, 'has_rejected_account_ends', hasRejectedEnds),
    ...between(query, { opened: sql`n.opened_at`, closed: sql`n.closed_at` }),
  ]
}
