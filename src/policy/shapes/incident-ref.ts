import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import {
  incidentStates,
  integrationVendors,
  type IntegrationVendor,
} from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { Id, Instant, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

/** The source whose accounts an incident holds. */
export const IncidentSource = Shape({
  id: Id('integration'),
  handle: Text(63, { examples: ['idp'] }),
  vendor: OneOf(integrationVendors),
})

/** An open incident, beside a person or a ruleset that it concerns. */
export const IncidentRef = Shape(
  {
    id: Id('incident'),
    state: OneOf(incidentStates),
    integration: IncidentSource,
    timestamp: Shape({ opened_at: Instant }),
  },
  { $id: 'PolicyIncidentRef' },
)
export type IncidentRefJson = Static<typeof IncidentRef>

/**
 * Whether someone rejected that the account (`i`) of a held account (`h`) stops being active, and its source still says so, as
 * SQL.
 */
export const isRejectedEnd = sql<boolean>`
  (coalesce(h.rejected ->> 'state' <> 'active', false) and i.vendor_state = 'active')`

export const maximumIncidents = 200

type Row = {
  subject: string
  id: string
  opened_at: string
  integration_id: string
  handle: string
  vendor: IntegrationVendor
}

/** The open incidents that hold accounts of these people, by person (uuid), the oldest first. */
export function selectIncidentsOfPeople(
  reader: Reader,
  people: readonly string[],
): Promise<Map<string, IncidentRefJson[]>> {
  return selectIncidents(
    reader,
    sql`
      select distinct i.directory_user_id as subject, h.incident_id from held_account h
      join identity i on i.id = h.identity_id
      where i.directory_user_id = any (${uuids(people)}) and h.incident_id is not null`,
  )
}

/** The open incidents that hold access to these rulesets, by ruleset (uuid), the oldest first. */
export function selectIncidentsOfRulesets(
  reader: Reader,
  rulesets: readonly string[],
): Promise<Map<string, IncidentRefJson[]>> {
  return selectIncidents(
    reader,
    sql`
      select distinct m.ruleset_id as subject, m.incident_id from incident_movement m
      where m.ruleset_id = any (${uuids(rulesets)}) and m.is_held`,
  )
}

async function selectIncidents(
  reader: Reader,
  concerned: RawBuilder<unknown>,
): Promise<Map<string, IncidentRefJson[]>> {
  const { rows } = await sql<Row>`
    select c.subject, n.id, iso(n.opened_at) as opened_at, g.id as integration_id, g.handle, g.vendor
    from (${concerned}) c join incident n on n.id = c.incident_id and n.state = 'open'
    join integration g on g.id = n.integration_id
    order by n.opened_at, n.id`.execute(reader)
  const found = new Map<string, IncidentRefJson[]>()
  for (const row of rows) {
    const others = found.get(row.subject) ?? []
    found.set(row.subject, [...others, presentRef(row)].slice(0, maximumIncidents))
  }
  return found
}

function presentRef(row: Row): IncidentRefJson {
  return {
    id: encodeId('incident', row.id),
    state: 'open',
    integration: {
      id: encodeId('integration', row.integration_id),
      handle: row.handle,
      vendor: row.vendor,
    },
    timestamp: { opened_at: row.opened_at },
  }
}
