import { sql, type RawBuilder } from 'kysely'
import { fewRowsOf } from '../../database/planning.ts'
import { recordSet } from '../../audit/record-set.ts'
import { idPrefixes } from '../../contract/ids.ts'
import {
  changedValues,
  createdValues,
  factsOf,
  identityColumns,
  userColumns,
  type AuditedColumns,
} from './audited-columns.ts'
import { storeCandidates } from './candidates.ts'
import type { SourceRun } from './integration-facts.ts'

/** How many records of each outcome a run wrote. */
export type WrittenIdentities = {
  created: number
  changed: number
  linked: number
  deactivated: number
  orphaned: number
}
export type WrittenPeople = {
  created: number
  changed: number
  activated: number
  suspended: number
  deactivated: number
}

/** One audit row per identity that the run wrote and that is not what it was before. Whose the others may be is stored. */
export async function auditIdentities(run: SourceRun): Promise<WrittenIdentities> {
  const { tx, actor, integration } = run
  await storeCandidates(run)
  const own = sql`c.integration_id = ${integration.id}`
  const wasActive = sql`c.before ->> 'vendor_state' <> 'deactivated'`
  const counts = await recordSet(tx, actor, {
    numberedBy: 'identity_change',
    // Where it was: `former`. Whose it is, or was until now: `person`.
    rows: (range) => sql`
      select c.*, case when c.before is null then 'create'
        when c.former is distinct from c.person_now then case when c.person_now is null then 'unlink' else 'link' end
        when c.before ->> 'linked_by' is distinct from c.linked_by then 'link'
        when c.vendor_state = 'deactivated' and ${wasActive} then 'deactivate' else 'change' end as action
      from (${changedRecords(identityColumns, {
        changes: sql`${fewRowsOf(tx, 'identity_change')} c join identity r on r.id = c.identity_id`,
        range,
        also: sql`r.integration_id, r.state, r.vendor_state, r.linked_by, r.directory_user_id as person_now,
          (c.before ->> 'directory_user_id')::uuid as former,
          coalesce(r.directory_user_id, (c.before ->> 'directory_user_id')::uuid) as person`,
      })}) c`,
    event: sql`'directory.identity.' || c.action`,
    record: { type: sql`${idPrefixes.identity}::text`, id: sql`c.id` },
    parent: {
      type: sql`case when c.person is null then ${idPrefixes.integration} else ${idPrefixes.directoryUser} end`,
      id: sql`coalesce(c.person, c.integration_id)`,
    },
    related: {
      type: sql`case when c.former <> c.person then ${idPrefixes.directoryUser} else ${idPrefixes.integration} end`,
      id: sql`case when c.former <> c.person then c.former else c.integration_id end`,
    },
    subjectId: sql`c.person`,
    changes: sql`c.changes`,
    personal: sql`c.personal`,
    // Linked by evidence, now or as a former orphan; a person created for the account is not a link.
    counted: sql`array[
      case when c.linked_by in ('email', 'evidence') and c.action in ('link', 'create') then 'linked' end,
      case when ${own} then case c.action when 'create' then 'created' when 'change' then 'changed'
        when 'deactivate' then 'deactivated' end end,
      case when ${own} and c.action = 'create' and c.state = 'orphan' then 'orphaned' end]`,
  })
  return { created: 0, changed: 0, linked: 0, deactivated: 0, orphaned: 0, ...counts }
}

/** One audit row per directory user that the run wrote and that is not what it was before. */
export async function auditPeople({ tx, actor }: SourceRun): Promise<WrittenPeople> {
  const counts = await recordSet(tx, actor, {
    numberedBy: 'user_change',
    // As `relatedPerson` of snapshots.ts says.
    rows: (range) => sql`
      select c.*, case when c.before is null then 'create'
        when c.before ->> 'base_state' = c.base_state then 'change'
        else case c.base_state when 'active' then 'activate' when 'suspended' then 'suspend'
          when 'deactivated' then 'deactivate' else 'change' end end as action,
        coalesce(case when c.former_manager is distinct from c.manager_id then coalesce(c.manager_id, c.former_manager) end,
          c.parent_user_id, (c.before ->> 'parent_user_id')::uuid) as related_id
      from (${changedRecords(userColumns, {
        changes: sql`${fewRowsOf(tx, 'user_change')} c join directory_user r on r.id = c.directory_user_id`,
        range,
        also: sql`r.base_state, r.manager_id, r.parent_user_id, (c.before ->> 'manager_id')::uuid as former_manager`,
      })}) c`,
    event: sql`'directory.user.' || c.action`,
    record: { type: sql`${idPrefixes.directoryUser}::text`, id: sql`c.id` },
    related: {
      type: sql`case when c.related_id is not null then ${idPrefixes.directoryUser} end`,
      id: sql`c.related_id`,
    },
    subjectId: sql`c.id`,
    changes: sql`c.changes`,
    personal: sql`c.personal`,
    counted: sql`array[case c.action when 'create' then 'created' when 'change' then 'changed' when 'activate' then 'activated'
      when 'suspend' then 'suspended' when 'deactivate' then 'deactivated' end]`,
  })
  return { created: 0, changed: 0, activated: 0, suspended: 0, deactivated: 0, ...counts }
}

type Changed = {
  /** The changes (`c`) of the run, joined with their records (`r`). */
  changes: RawBuilder<unknown>
  range: RawBuilder<boolean>
  also: RawBuilder<unknown>
}

/** The records of the run that are not what they were before, with what their audit rows say, as SQL. */
function changedRecords(
  columns: AuditedColumns,
  { changes, range, also }: Changed,
): RawBuilder<unknown> {
  const created = createdValues(columns, 'r')
  const changed = changedValues(columns, sql`c.before`, factsOf(columns, 'r'))
  return sql`
    select c.n, r.id, c.before, ${also}, ${created.changes} as changes, ${created.personal} as personal
    from ${changes} where ${range} and c.before is null
    union all
    select c.n, r.id, c.before, ${also}, v.changes, v.personal
    from ${changes} cross join lateral (${changed}) v
    where ${range} and c.before is not null and v.differences > 0`
}
