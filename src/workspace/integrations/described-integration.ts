import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { IntegrationType } from '../../contract/gen/vendors.ts'
import type { RunState } from '../../contract/states.ts'
import type { Reader, RowOf } from '../../database/database.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import { baseUrl, scimAddress } from '../../http/route/protocol.ts'
import { selfServiceKeysOf } from '../../policy/conditions/policy-keys.ts'
import type { DescribedIntegration } from './schema.ts'

/** The last run of an integration (`g`) that was to change something. By an index: ids grow with time. */
const lastRun = (what: RawBuilder<unknown>, isSought: RawBuilder<unknown>) => sql`(
  select ${what} from import_run r where r.integration_id = g.id and not r.is_plan and ${isSought}
  order by r.id desc limit 1)`

/** Accounts of a run (`r`) whose state is not known. */
const statesUnknown = sql<number>`coalesce((r.summary -> 'states' ->> 'unknown')::int, 0)`

/** The last run of an active integration (`g`) that has ended wrote nothing. */
export const isFailing = sql<boolean>`(g.state = 'active' and coalesce(${lastRun(
  sql`r.state in ('failed', 'interrupted')`,
  sql`r.finished_at is not null`,
)}, false))`

/** When that run ended. */
export const lastRunEnd = sql<Date | null>`${lastRun(sql`r.finished_at`, sql`r.finished_at is not null`)}`

/** The last run of an active integration (`g`) that has ended found states that the mapping does not have. */
export const hasUnknownStates = sql<boolean>`(g.state = 'active' and coalesce(${lastRun(
  sql`${statesUnknown} > 0`,
  sql`r.finished_at is not null`,
)}, false))`

/** When the first run of an integration (`g`) ended that was so, after the last that was not. */
const sinceFirst = (isSo: RawBuilder<unknown>) => sql<Date | null>`(
  select r.finished_at from import_run r
  where r.integration_id = g.id and not r.is_plan and r.finished_at is not null and ${isSo}
    and r.id > coalesce(${lastRun(sql`r.id`, sql`r.finished_at is not null and not ${isSo}`)}, '00000000-0000-0000-0000-000000000000')
  order by r.id limit 1)`

/** Since when an integration (`g`) is failing. */
export const failingSince = sinceFirst(sql`(r.state in ('failed', 'interrupted'))`)

/** Since when the runs of an integration (`g`) find states that the mapping does not have. */
export const unknownStatesSince = sinceFirst(sql`(${statesUnknown} > 0)`)

type LastRunRow = {
  id: string
  state: RunState
  failure: string | null
  states_unknown: number
  started_at: string
  finished_at: string | null
}

/** Integrations (`g`), to be filtered and ordered. The column types are those of the table's checks. */
export function describedIntegrations(db: Reader) {
  return db
    .selectFrom('integration as g')
    .select([
      'g.id',
      'g.state',
      'g.vendor',
      sql<IntegrationType>`g.type`.as('type'),
      'g.handle',
      'g.name',
      'g.is_primary',
      'g.trusts_email',
      'g.trusts_employee_id',
      'g.badge_id_profile_key',
      'g.employee_id_profile_key',
      'g.employee_alt_id_profile_key',
      'g.manager_profile_key',
      sql<'vendor_id' | 'email' | 'employee_id'>`g.manager_profile_holds`.as(
        'manager_profile_holds',
      ),
      'g.parent_profile_key',
      'g.time_zone',
      'g.time_zone_profile_key',
      'g.policy_keys',
      selfServiceKeysOf('g').as('self_service_keys'),
      'g.scim_profile',
      'g.run_retention_days',
      sql<JsonObject>`g.mapping`.as('mapping'),
      sql<JsonObject | null>`g.connection`.as('connection'),
      'g.credentials_set_at',
      'g.sync_every_seconds',
      'g.full_sync_every_seconds',
      'g.account_limit_percent',
      'g.account_limit_people',
      'g.overall_limit_percent',
      'g.overall_limit_people',
      sql<
        string | null
      >`(select n.id from incident n where n.integration_id = g.id and n.state = 'open')`.as(
        'incident_id',
      ),
      sql<number>`(
        select count(distinct i.directory_user_id) from held_account h join identity i on i.id = h.identity_id
        where h.integration_id = g.id and h.incident_id is not null)`.as('held_users'),
      sql<LastRunRow | null>`${lastRun(
        sql`jsonb_build_object('id', r.id, 'state', r.state, 'failure', r.failure,
          'states_unknown', ${statesUnknown}, 'started_at', iso(r.started_at), 'finished_at', iso(r.finished_at))`,
        sql`true`,
      )}`.as('last_run'),
      'g.version',
      'g.created_at',
      'g.updated_at',
    ])
    .where('g.deleted_at', 'is', null)
}

type DescribedRow = RowOf<typeof describedIntegrations>

/** An integration as it is answered alone, with its ETag. 404 for one that is not there. */
export async function answerIntegration(
  { db, etag, services }: Pick<ReadContext, 'db' | 'etag' | 'services'>,
  id: string,
): Promise<Static<typeof DescribedIntegration>> {
  const found = await describedIntegrations(db).where('g.id', '=', id).executeTakeFirst()
  if (found === undefined) throw noSuch('integration', id)
  const incident = found.incident_id === null ? '' : 'I'
  const run = found.last_run === null ? '' : `${found.last_run.id}${found.last_run.state}`
  etag(found.version, `${found.held_users}${incident}${run}`)
  return presentIntegration(found, services)
}

export function presentIntegration(
  row: DescribedRow,
  services: Pick<ReadContext['services'], 'publicOrigin'>,
): Static<typeof DescribedIntegration> {
  const { version: _version, created_at, updated_at, incident_id, held_users, ...rest } = row
  const { credentials_set_at: setAt, last_run: run, ...own } = rest
  const id = encodeId('integration', row.id)
  const base = baseUrl(services)
  return {
    ...own,
    id,
    scim_url: row.type === 'scim' ? scimAddress(services, row.id) : null,
    credentials: { is_set: setAt !== null, set_at: instantOrNull(setAt) },
    incident_id: incident_id === null ? null : encodeId('incident', incident_id),
    last_run: run && { ...run, id: encodeId('importRun', run.id) },
    count: { held_users },
    timestamp: { created_at: instant(created_at), updated_at: instant(updated_at) },
    links: {
      self: `${base}/workspace/integrations/${id}`,
      directory_identities: `${base}/directory/identities?filter[integration_id]=${id}`,
    },
  }
}
