import { sql } from 'kysely'
import { incidentClosings, incidentStates } from '../contract/states.ts'
import { by } from '../http/lists/list-filters.ts'
import { sortFields } from '../http/lists/page.ts'
import { readRoute } from '../http/route/route.ts'
import { baseUrl } from '../http/route/protocol.ts'
import { declareList } from '../http/lists/list.ts'
import { isRejectedEnd } from '../policy/shapes/incident-ref.ts'
import { presentIncident } from './present-incident.ts'
import { selectIncidents } from '../policy/holds/queries.ts'
import { ListedIncident } from '../policy/holds/schema.ts'

const hasRejectedEnds = sql<boolean>`exists (
  select from held_account h join identity i on i.id = h.identity_id
  where h.rejected_incident_id = n.id and ${isRejectedEnd})`

const incidents = declareList({
  item: ListedIncident,
  filters: {
    id: by.id('incident', sql`n.id`),
    state: by.word(incidentStates, sql`n.state`),
    closed_as: by.word(incidentClosings, sql`n.closed_as`),
    integration_id: by.id('integration', sql`n.integration_id`),
    has_rejected_account_ends: by.flag(
      hasRejectedEnds,
      'The end of an account was rejected through it, and its source still says so',
    ),
    ...by.instants({ opened: sql`n.opened_at`, closed: sql`n.closed_at` }),
  },
  sorts: sortFields({ opened_at: ['timestamptz', sql`n.opened_at`] }),
  defaultSort: 'opened_at',
  id: sql`n.id`,
  rows: ({ db }) => selectIncidents(db),
  present: (row, { services }) => presentIncident(row, baseUrl(services), () => true),
})

export const listIncidents = readRoute({
  id: 'listIncidents',
  url: '/policy/incidents',
  summary: 'List incidents',
  description:
    'Runs of sources that would have moved more people or accounts than the limits allow, by `opened_at`, then id. ' +
    'An incident holds people: what their source says of them is pending until a later run takes it back, or someone approves or rejects it.',
  access: 'policy.rule.view',
  query: incidents.query,
  response: incidents.response,
  handler: (context) => incidents.page(context),
})
