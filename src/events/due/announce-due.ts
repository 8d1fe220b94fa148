import { sql, type RawBuilder } from 'kysely'
import { record, systemActor, type AuditEntry } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { instant } from '../../http/shapes/schema.ts'

/** So long before it, what falls due is announced. */
export const daysBefore = 7
const rowsPerBatch = 500

/**
 * Writes an event for each person, stay, rule and service that begins or ends within seven days: one for each record and instant. It
 * writes under the locks that changes of them take, so that the events of a person stay in order. @returns how many
 */
export async function announceDue(database: Database, signal: AbortSignal): Promise<number> {
  let total = 0
  for (let isMore = true; isMore && !signal.aborted;) {
    // A write, even of no row, would evict this process's cached callers, and most runs find nothing.
    const { rows } = await dueRows(database.now(), 1).execute(database.read)
    if (rows.length === 0) break
    const announced = await database.transaction(({ tx, now }) => announceBatch(tx, now))
    total += announced
    isMore = announced === rowsPerBatch
  }
  return total
}

type DueRow = {
  kind: keyof typeof announcements
  id: string
  at: Date
  person_id: string | null
  ruleset_id: string | null
  rule_id: string | null
}

async function announceBatch(tx: Transaction, now: Date): Promise<number> {
  await lockPolicy(tx, 'shared')
  const found = await dueRows(now, rowsPerBatch).execute(tx)
  const people = [...new Set(found.rows.flatMap(({ person_id: id }) => id ?? []))]
  await sql`
    select from directory_user where id = any (${people}::uuid[]) order by id for no key update`.execute(
    tx,
  )
  // What was moved or ended while this waited is not due any more.
  const { rows } = await dueRows(now, rowsPerBatch, people).execute(tx)
  await sql`
    insert into announced_due (kind, record_id, at)
    select kind, record_id, at from json_to_recordset(${JSON.stringify(
      rows.map(({ kind, id, at }) => ({ kind, record_id: id, at })),
    )}::json) as r (kind text, record_id uuid, at timestamptz)
    on conflict (kind, record_id) do update set at = excluded.at`.execute(tx)
  await sql`delete from announced_due where at < ${now}::timestamptz - interval '1 day'`.execute(tx)
  await record(tx, systemActor, rows.map(entryOf))
  return rows.length
}

/** What is due and not announced, the soonest first. `people`: only of these, and of none. */
function dueRows(now: Date, limit: number, people?: readonly string[]): RawBuilder<DueRow> {
  const ofPeople =
    people === undefined
      ? sql`true`
      : sql`(due.person_id is null or due.person_id = any (${people}::uuid[]))`
  return sql<DueRow>`
    select due.* from (
      select d.kind, d.record_id as id, d.at, coalesce(s.ruleset_id, r.ruleset_id) as ruleset_id, s.rule_id,
        case when d.kind = 'policy_user' then s.directory_user_id when d.kind in ('rule', 'service') then null else d.record_id end as person_id
      from due_instant d
      left join announced_due a on a.kind = d.kind and a.record_id = d.record_id and a.at = d.at
      left join policy_user s on d.kind = 'policy_user' and s.id = d.record_id
      left join rule r on d.kind = 'rule' and r.id = d.record_id
      where d.at > ${now} and d.at <= ${now}::timestamptz + ${daysBefore} * interval '1 day'
        and d.kind in ('directory_user', 'directory_user_start', 'policy_user', 'rule', 'service') and a.at is null
    ) due where ${ofPeople} order by due.at, due.id limit ${limit}`
}

const announcements = {
  directory_user: { event: 'directory.user.due', record: 'directoryUser' },
  directory_user_start: { event: 'directory.user.due', record: 'directoryUser' },
  policy_user: { event: 'policy.user.due', record: 'policyUser' },
  rule: { event: 'policy.rule.due', record: 'rule' },
  service: { event: 'workspace.service.due', record: 'service' },
} as const

function entryOf(row: DueRow): AuditEntry {
  const { kind, id, at, ruleset_id: ruleset } = row
  return {
    event: announcements[kind].event,
    record: { kind: announcements[kind].record, id },
    parent: ruleset === null ? undefined : { kind: 'ruleset', id: ruleset },
    related: row.rule_id === null ? undefined : { kind: 'rule', id: row.rule_id },
    subjectId: row.person_id,
    details: { due_at: instant(at), due: kind === 'directory_user_start' ? 'start' : 'end' },
  }
}
