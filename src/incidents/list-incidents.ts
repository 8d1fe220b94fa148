import { sql } from 'kysely'
import { incidentClosings, incidentStates } from '../contract/states.ts'
import { whereAll } from '../http/lists/filters.ts'
import { byFlag, byId, byInstant, byWord, listFilters } from '../http/lists/list-filters.ts'
import { ListOf, listPage, listQuery } from '../http/lists/list.ts'
import type { SortField } from '../http/lists/page.ts'
import { readRoute } from '../http/route/route.ts'
import { baseUrl } from '../http/route/protocol.ts'
import { isRejectedEnd } from '../policy/shapes/incident-ref.ts'
import { presentIncident } from './present-incident.ts'
import { selectIncidents } from '../policy/holds/queries.ts'
import { ListedIncident } from '../policy/holds/schema.ts'

const sorts: Record<string, SortField> = {
  opened_at: { key: 'opened_at', expression: sql`n.opened_at`, type: 'timestamptz' },
}

const hasRejectedEnds = sql<boolean>`exists (
  select from held_account h join identity i on i.id = h.identity_id
  where h.rejected_incident_id = n.id and ${isRejectedEnd})`

const filters = listFilters({
  id: byId('incident', sql`n.id`),
  state: byWord(incidentStates, sql`n.state`),
  closed_as: byWord(incidentClosings, sql`n.closed_as`),
  integration_id: byId('integration', sql`n.integration_id`),
  has_rejected_account_ends: byFlag(
    hasRejectedEnds,
    'The end of an account was rejected through it, and its source still says so',
  ),
  ...byInstant({ opened: sql`n.opened_at`, closed: sql`n.closed_at` }),
})

export const listIncidents = readRoute({
  id: 'listIncidents',
  url: '/policy/incidents',
  summary: 'List incidents',
  description:
    'Runs of sources that would have moved more people or accounts than the limits allow, by `opened_at`, then id. ' +
    'An incident holds people: what their source says of them is pending until a later run takes it back, or someone approves or rejects it.',
  access: 'policy.rule.view',
  query: listQuery(filters.schemas, sorts),
  response: ListOf(ListedIncident),
  handler: (context) => {
    const base = baseUrl(context.services)
    const incidents = whereAll(selectIncidents(context.db), filters.conditions(context))
    return listPage(context, incidents, {
      sorts,
      defaultSort: 'opened_at',
      id: sql`n.id`,
      present: (row) => presentIncident(row, base, () => true),
    })
  },
})
