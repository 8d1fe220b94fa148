import { sql } from 'kysely'
import { record, type AuditActor, type AuditEntry } from '../../audit/record.ts'
import { encodeId } from '../../contract/ids.ts'
import type { IncidentClosing } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import { forgetKeptMovements } from './held-movements.ts'
import { changesProfiles } from './queries.ts'
import type { IncidentReasonRow } from './reasons.ts'

/** A reason as it is stored: without names. Ids are uuids. */
export type IncidentReason = Omit<IncidentReasonRow, 'ruleset_name'>

/** A run (uuid) of a source (uuid of the integration) that holds accounts. */
export type HoldingRun = {
  integrationId: string
  runId: string
  reasons: readonly IncidentReason[]
}

export async function findOpenIncident(
  tx: Transaction,
  integrationId: string,
): Promise<{ id: string; opened_at: Date } | undefined> {
  return tx
    .selectFrom('incident')
    .select(['id', 'opened_at'])
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
}

/** Opens an incident of the source, or adds reasons to its open one. @returns its uuid */
export async function openOrJoinIncident(
  tx: Transaction,
  { integrationId, runId, reasons }: HoldingRun,
): Promise<string> {
  const open = await findOpenIncident(tx, integrationId)
  const text = JSON.stringify(reasons)
  if (open === undefined) {
    const { id } = await tx
      .insertInto('incident')
      .values({ integration_id: integrationId, opened_by_run: runId, reasons: text })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  if (reasons.length === 0) return open.id
  // Each limit is listed once, with its last count.
  await sql`
    update incident n set reasons = (
      select coalesce(jsonb_agg(r), '[]') from (
        select old.r from jsonb_array_elements(n.reasons) as old (r)
        where not exists (
          select from jsonb_array_elements(${text}::jsonb) as new (r)
          where new.r - array['people', 'size', 'percent', 'least'] = old.r - array['people', 'size', 'percent', 'least'])
        union all
        select r from jsonb_array_elements(${text}::jsonb) as new (r)) rows)
    where n.id = ${open.id}`.execute(tx)
  return open.id
}

/** What a step did to an incident: an action of `policy.incident.*`, and how many accounts it concerned. */
export type IncidentStep = {
  action: 'open' | 'join' | 'release' | 'apply' | 'approve' | 'reject' | 'close' | 'alert'
  accounts: number
  people?: number
  reasons?: readonly IncidentReason[]
  /** Of a decision: why, and the digest that it named. */
  reason?: string
  digest?: string
}

/** How much an incident holds, and whether that changes profiles. */
export type Held = {
  people: number
  accounts: number
  accountEnds: number
  changesProfiles: boolean
}

/** What an incident (a uuid) holds. */
export async function countHeld(tx: Transaction, id: string): Promise<Held> {
  const { rows } = await sql<Held>`
    select count(distinct i.directory_user_id) as people, count(*) as accounts,
      count(*) filter (where h.is_account_end) as "accountEnds",
      (select ${changesProfiles} from incident n where n.id = ${id}) as "changesProfiles"
    from held_account h join identity i on i.id = h.identity_id where h.incident_id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? { people: 0, accounts: 0, accountEnds: 0, changesProfiles: false }
}

/**
 * Records steps, and closes the incident if it holds nothing any more. @returns whether it is closed. `runId`: the run (uuid)
 * that took them.
 */
export async function recordIncidentStep(
  tx: Transaction,
  actor: AuditActor,
  {
    id,
    runId,
    steps,
    closing,
  }: { id: string; runId?: string; steps: readonly IncidentStep[]; closing: IncidentClosing },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update incident n set state = 'closed', closed_as = ${closing}, closed_at = current_instant()
    where n.id = ${id} and n.state = 'open' and not exists (select from held_account h where h.incident_id = n.id)
    returning n.id`.execute(tx)
  const isClosed = rows.length > 0
  if (isClosed) await forgetKeptMovements(tx, id)
  const entries = steps.map((step, at) =>
    incidentEntry(id, runId, step, isClosed && at === steps.length - 1 ? closing : null),
  )
  await record(tx, actor, entries)
  return isClosed
}

function incidentEntry(
  id: string,
  runId: string | undefined,
  { action, accounts, people, reasons, reason, digest }: IncidentStep,
  closing: IncidentClosing | null,
): AuditEntry {
  const opens = action === 'open' ? { state: { old: null, new: 'open' } } : {}
  const closes =
    closing === null
      ? {}
      : { state: { old: 'open', new: 'closed' }, closed_as: { old: null, new: closing } }
  return {
    event: `policy.incident.${action}`,
    record: { kind: 'incident', id },
    related: runId === undefined ? undefined : { kind: 'importRun', id: runId },
    changes: { ...opens, ...closes },
    details: {
      accounts,
      ...(people === undefined ? {} : { people }),
      ...(reason === undefined ? {} : { reason }),
      ...(digest === undefined ? {} : { digest }),
      ...(reasons === undefined ? {} : { reasons: reasons.map(auditedReason) }),
    },
  }
}

/** A reason with the id that the API gives the ruleset. */
function auditedReason({ ruleset_id: id, ...reason }: IncidentReason) {
  return { ...reason, ruleset_id: id === null ? null : encodeId('ruleset', id) }
}
