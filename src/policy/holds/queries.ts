import { sql } from 'kysely'
import type { Reader, RowOf } from '../../database/database.ts'
import { resourceName } from '../shapes/columns.ts'
import { isRejectedEnd } from '../shapes/incident-ref.ts'
import { feedOf } from './correct-source.ts'
import type { IncidentReasonRow } from './reasons.ts'

/** Incidents (`n`) with their sources (`g`), to be filtered and ordered. */
export function selectIncidents(db: Reader) {
  return db
    .selectFrom('incident as n')
    .innerJoin('integration as g', 'g.id', 'n.integration_id')
    .select([
      'n.id',
      'n.state',
      'n.closed_as',
      sql<IncidentReasonRow[]>`coalesce((
        select jsonb_agg(r.reason || jsonb_build_object('ruleset_name', coalesce(a.name, o.name)) order by r.n)
        from jsonb_array_elements(n.reasons) with ordinality as r (reason, n)
        left join ruleset s on s.id = (r.reason ->> 'ruleset_id')::uuid
        left join attribute a on a.id = s.attribute_id left join resource o on o.id = s.resource_id), '[]')`.as(
        'reasons',
      ),
      'n.version',
      'n.opened_at',
      'n.closed_at',
      'n.alerted_at',
      'n.updated_at',
      'g.id as integration_id',
      'g.handle as integration_handle',
      'g.vendor as integration_vendor',
      feedOf.as('feed'),
      sql<HeldCounts>`(
        select jsonb_build_object('people', count(distinct i.directory_user_id), 'accounts', count(*),
          'accounts_without_person', count(*) filter (where i.directory_user_id is null),
          'account_ends', count(*) filter (where h.is_account_end), 'change', max(h.change),
          'changes_profiles', ${changesProfiles})
        from held_account h join identity i on i.id = h.identity_id where h.incident_id = n.id)`.as(
        'held',
      ),
      sql<number>`(
        select count(*) from held_account h join identity i on i.id = h.identity_id
        where h.rejected_incident_id = n.id and ${isRejectedEnd})`.as('rejected_account_ends'),
    ])
}

/** Whether approving all of an incident (`n`) accepts a held account (`h`), as SQL: through a closed one, what was rejected. */
export const isAcceptedThrough = sql<boolean>`(h.incident_id = n.id
  or n.state = 'closed' and h.incident_id is null and h.rejected_incident_id = n.id)`

/**
 * Whether a decision about all of an incident (`n`) reads profiles, as SQL: of a changed one, or of an attribute that the effect
 * that was shown last makes.
 */
export const changesProfiles = sql<boolean>`(exists (
    select from held_account h join identity i on i.id = h.identity_id
    where ${isAcceptedThrough} and h.profile is distinct from i.profile)
  or exists (
    select from plan_ruleset r where r.is_new and r.plan_id = (
      select e.plan_id from incident_plan e where e.incident_id = n.id and e.people is null
      order by e.created_at desc, e.plan_id desc limit 1)))`

/** The names of what these rulesets are for, by uuid. */
export async function findRulesetNames(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, ${resourceName} as name from ruleset s
    left join attribute a on a.id = s.attribute_id left join resource o on o.id = s.resource_id
    where s.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** `change` is the highest of the held accounts; null if there are none. */
export type HeldCounts = {
  people: number
  accounts: number
  accounts_without_person: number
  account_ends: number
  change: number | null
  changes_profiles: boolean
}

export type IncidentRow = RowOf<typeof selectIncidents>

/** Of an incident that holds very many people, what does not count them. */
export type IncidentState = Pick<IncidentRow, 'state' | 'integration_id'>

export function findIncidentState(db: Reader, id: string): Promise<IncidentState | undefined> {
  return db
    .selectFrom('incident')
    .select(['state', 'integration_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findIncident(db: Reader, id: string): Promise<IncidentRow | undefined> {
  return selectIncidents(db).where('n.id', '=', id).executeTakeFirst()
}

/** An account that is held, with the name that is accepted. Instants are ISO 8601. */
export type HeldAccountRow = {
  identity_id: string
  directory_user_id: string | null
  full_name: string
  state: 'active' | 'suspended' | 'deactivated' | 'orphan'
  pending_state: 'active' | 'suspended' | 'deactivated'
  is_account_end: boolean
  is_new_account: boolean
  since: string
}

/** The first held accounts of an incident, by name. */
export async function selectHeldAccounts(
  db: Reader,
  incidentId: string,
  limit: number,
): Promise<HeldAccountRow[]> {
  const { rows } = await sql<HeldAccountRow>`
    select i.id as identity_id, i.directory_user_id, coalesce(u.full_name, i.full_name) as full_name, i.state,
      h.state as pending_state, h.is_account_end, h.is_new_account, iso(h.since) as since
    from held_account h join identity i on i.id = h.identity_id
    left join directory_user u on u.id = i.directory_user_id
    where h.incident_id = ${incidentId}
    order by coalesce(u.full_name, i.full_name), i.id limit ${limit}`.execute(db)
  return rows
}
