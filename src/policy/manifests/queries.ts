import { sql } from 'kysely'
import { recordNew, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { jsonPieces } from '../../database/json-pieces.ts'
import { planKept } from '../../database/planning.ts'
import { uuids } from '../../database/uuids.ts'
import { changesOfBegun } from './audit-manifests.ts'
import type {
  ChangedStay,
  CurrentPerson,
  CurrentStay,
  EndedStay,
  EnteredStay,
  ManifestChanges,
  Qualification,
  StoredValues,
} from './manifest-changes.ts'

/** What is stored about these people that follows from the policy, by user id. */
export async function selectCurrent(
  tx: Transaction,
  people: readonly string[],
): Promise<Map<string, CurrentPerson>> {
  const { rows } = await sql<{
    id: string
    org: Record<string, string>
    qualified: string[]
    stays: CurrentStay[]
  }>`
    with qualified as materialized (
      select directory_user_id, jsonb_agg(rule_id) as rules from qualification
      where directory_user_id = any (${uuids(people)}) group by directory_user_id
    ), stay as materialized (
      select directory_user_id, jsonb_agg(jsonb_build_object('id', id, 'rulesetId', ruleset_id,
        'ruleId', rule_id, 'state', state, 'expiresBy', expires_by,
        'expiresAt', floor(extract(epoch from expires_at) * 1000)::bigint,
        'graceSince', floor(extract(epoch from grace_since) * 1000)::bigint)) as stays
      from policy_user
      where directory_user_id = any (${uuids(people)}) and deleted_at is null group by directory_user_id
    )
    select u.id, u.org, coalesce(q.rules, '[]') as qualified, coalesce(s.stays, '[]') as stays
    from directory_user u
    left join qualified q on q.directory_user_id = u.id
    left join stay s on s.directory_user_id = u.id
    where u.id = any (${uuids(people)}) ${planKept(tx)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, { ...row, qualified: new Set(row.qualified) }]))
}

/**
 * The people with their secondary users, and everyone below them where `reports` says so; locked, with their parents, so
 * that facts read afterwards hold until the transaction ends.
 */
export async function lockAffected(
  tx: Transaction,
  people: readonly string[],
  reports: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; is_affected: boolean }>`
    with recursive affected as (
      select id, parent_user_id from directory_user where id = any (${uuids(people)})
      union
      select u.* from affected a cross join lateral (
        select id, parent_user_id from directory_user where parent_user_id = a.id ${reports ? alsoReports : sql``} offset 0) u
    )
    select id, id in (select id from affected) as is_affected from directory_user
    where id = any (array(select id from affected union select parent_user_id from affected))
    order by id for no key update ${planKept(tx)}`.execute(tx)
  return rows.filter((row) => row.is_affected).map(({ id }) => id)
}

const alsoReports = sql`union all select id, parent_user_id from directory_user where manager_id = a.id`

export async function writeQualifications(
  tx: Transaction,
  { qualified, unqualified }: Pick<ManifestChanges, 'qualified' | 'unqualified'>,
): Promise<void> {
  if (qualified.length === 0 && unqualified.length === 0) return
  await sql`
    with lost as (
      delete from qualification q using ${unnested(unqualified)} as gone (person_id, rule_id)
      where q.directory_user_id = gone.person_id and q.rule_id = gone.rule_id
    )
    insert into qualification (directory_user_id, rule_id)
    select person_id, rule_id from ${unnested(qualified)} as come (person_id, rule_id)
    on conflict do nothing`.execute(tx)
}

/** The new qualifications of people who exist. A qualification can't refer to a person that a plan has only written aside. */
export async function writeForeseenQualifications(
  tx: Transaction,
  qualified: readonly Qualification[],
): Promise<void> {
  if (qualified.length === 0) return
  await sql`
    insert into qualification (directory_user_id, rule_id)
    select person_id, rule_id from ${unnested(qualified)} as come (person_id, rule_id)
    where exists (select from public.directory_user where id = person_id)
    on conflict do nothing`.execute(tx)
}

function unnested(pairs: readonly Qualification[]) {
  const people = pairs.map(({ personId }) => personId)
  const rules = pairs.map(({ ruleId }) => ruleId)
  return sql`unnest(${uuids(people)}, ${uuids(rules)})`
}

export async function writeOrgs(tx: Transaction, orgs: ManifestChanges['orgs']): Promise<void> {
  for (const rows of jsonPieces(orgs))
    await sql`
      update directory_user u set org = changed.org
      from jsonb_to_recordset(${rows}::jsonb) as changed ("personId" uuid, org jsonb)
      where u.id = changed."personId"`.execute(tx)
}

/** Begins stays, in their first phase, at `at`, each with its audit row; both are written by one statement. */
export async function beginStays(
  tx: Transaction,
  actor: AuditActor,
  stays: readonly EnteredStay[],
  at: Date,
): Promise<void> {
  if (stays.length === 0) return
  const { told, changes } = changesOfBegun(stays)
  const ends = stays.map(({ expiresAt }) => textOf(expiresAt))
  await sql`
    with input as materialized (
      select new_id() as id, r.* from unnest(${uuids(stays.map(({ rulesetId }) => rulesetId))},
        ${uuids(stays.map(({ personId }) => personId))}, ${uuids(stays.map(({ ruleId }) => ruleId))},
        ${stays.map(({ state }) => state)}::text[], ${stays.map(({ expiresBy }) => expiresBy)}::text[],
        ${ends}::timestamptz[], ${told}::integer[]) as r (ruleset_id, person_id, rule_id, state, expires_by, expires_at, told)
    ), stay as (
      insert into policy_user (id, ruleset_id, directory_user_id, rule_id, state, expires_by, expires_at,
        activated_at, phase_since, phase_recorded_at, created_at, updated_at)
      select id, ruleset_id, person_id, rule_id, state, expires_by, expires_at,
        ${at}, ${at}, written.at, written.at, written.at
      from input, (select current_instant() as at offset 0) as written
    )
    select ${recordNew(actor, {
      event: 'policy.user.create',
      record: { kind: 'policyUser', ids: sql`array_agg(id)` },
      parent: { kind: 'ruleset', ids: sql`array_agg(ruleset_id)` },
      related: { kind: 'rule', ids: sql`array_agg(rule_id)` },
      subjectIds: sql`array_agg(person_id)`,
      changes,
      which: sql`array_agg(told)`,
    })} from input`.execute(tx)
}

/**
 * Changes stays; where rule or state move, a phase ends at `at` and another begins. A trigger (triggers/policy_user.sql)
 * writes the due instant of each end.
 */
export async function updateStays(
  tx: Transaction,
  stays: readonly ChangedStay[],
  at: Date,
): Promise<void> {
  if (stays.length === 0) return
  const turned = stays.filter(
    ({ before, after }) => before.ruleId !== after.ruleId || before.state !== after.state,
  )
  const rows = stays.map(({ before, after }) => ({ id: before.id, ...after }))
  await sql`
    with kept as (${keptPhases(turned, at)})
    update policy_user s set rule_id = r."ruleId", state = r.state, expires_by = r."expiresBy",
      expires_at = r."expiresAt", grace_since = r."graceSince", updated_at = current_instant(),
      phase_since = case when t.id is null then s.phase_since else greatest(s.phase_since, ${at}) end,
      phase_recorded_at = case when t.id is null then s.phase_recorded_at else current_instant() end
    from json_to_recordset(${json(rows)}::json)
      as r (id uuid, "ruleId" uuid, state text, "expiresBy" text, "expiresAt" timestamptz, "graceSince" timestamptz)
    left join unnest(${uuids(idsOf(turned))}) as t (id) on t.id = r.id
    where s.id = r.id`.execute(tx)
}

/** Ends stays, and the phases that they were in, at `at`. */
export async function endStays(
  tx: Transaction,
  stays: readonly EndedStay[],
  at: Date,
): Promise<void> {
  if (stays.length === 0) return
  await sql`
    with kept as (${keptPhases(stays, at)})
    update policy_user s set state = r.state, deleted_at = greatest(s.phase_since, ${at}), updated_at = current_instant()
    from unnest(${uuids(idsOf(stays))}, ${stays.map(({ state }) => state)}::text[]) as r (id, state)
    where s.id = r.id`.execute(tx)
}

/** Keeps the phases that stays are in until the statement, as ended at `at`, in the history. One that would be empty never was. */
function keptPhases(stays: readonly { before: CurrentStay }[], at: Date) {
  return sql`
    insert into policy_user_phase (policy_user_id, rule_id, state, valid, recorded_at)
    select id, rule_id, state, tstzrange(phase_since, ${at}), phase_recorded_at from policy_user
    where id = any (${uuids(idsOf(stays))}) and phase_since < ${at}`
}

const idsOf = (stays: readonly { before: CurrentStay }[]) => stays.map(({ before }) => before.id)

/** Rows as JSON, with instants as the text that PostgreSQL reads. */
function json(rows: readonly StoredValues[]): string {
  return JSON.stringify(
    rows.map((row) => ({
      ...row,
      expiresAt: textOf(row.expiresAt),
      graceSince: textOf(row.graceSince),
    })),
  )
}

const textOf = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString()
