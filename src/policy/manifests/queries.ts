import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type {
  ChangedStay,
  CurrentPerson,
  CurrentStay,
  EndedStay,
  EnteredStay,
  ManifestChanges,
  Qualification,
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
    select u.id, u.org,
      coalesce((select jsonb_agg(rule_id) from qualification
        where directory_user_id = u.id), '[]') as qualified,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'rulesetId', s.ruleset_id,
          'ruleId', s.rule_id, 'state', s.state, 'expiresBy', s.expires_by,
          'expiresAt', floor(extract(epoch from s.expires_at) * 1000)::bigint,
          'phaseStartedAt', floor(extract(epoch from lower(p.valid)) * 1000)::bigint))
        from policy_user s
        join policy_user_phase p on p.policy_user_id = s.id and upper_inf(p.valid)
        where s.directory_user_id = u.id and s.deleted_at is null), '[]') as stays
    from directory_user u where u.id = any (${people}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, { ...row, qualified: new Set(row.qualified) }]))
}

/** The people with their secondary users, and everyone who reports to them where `reports` says so. */
export async function selectAffected(
  tx: Transaction,
  people: readonly string[],
  reports: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive affected as (
      select id from directory_user where id = any (${people}::uuid[])
      union
      select u.id from affected a
      join directory_user u on u.parent_user_id = a.id or (${reports} and u.manager_id = a.id)
    )
    select id from affected order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks people and their parents, so that facts read afterwards hold until the transaction ends. */
export async function lockPeople(tx: Transaction, people: readonly string[]): Promise<void> {
  await sql`
    select id from directory_user
    where id = any (${people}::uuid[])
      or id in (select parent_user_id from directory_user where id = any (${people}::uuid[]))
    order by id for no key update`.execute(tx)
}

export async function writeQualifications(
  tx: Transaction,
  { qualified, unqualified }: Pick<ManifestChanges, 'qualified' | 'unqualified'>,
): Promise<void> {
  if (unqualified.length > 0) {
    await sql`
      delete from qualification q using ${unnested(unqualified)} as gone (person_id, rule_id)
      where q.directory_user_id = gone.person_id and q.rule_id = gone.rule_id`.execute(tx)
  }
  if (qualified.length > 0) {
    await sql`
      insert into qualification (directory_user_id, rule_id)
      select person_id, rule_id from ${unnested(qualified)} as come (person_id, rule_id)
      on conflict do nothing`.execute(tx)
  }
}

function unnested(pairs: readonly Qualification[]) {
  const people = pairs.map(({ personId }) => personId)
  const rules = pairs.map(({ ruleId }) => ruleId)
  return sql`unnest(${people}::uuid[], ${rules}::uuid[])`
}

export async function writeOrgs(tx: Transaction, orgs: ManifestChanges['orgs']): Promise<void> {
  if (orgs.length === 0) return
  await sql`
    update directory_user u set org = changed.org
    from jsonb_to_recordset(${JSON.stringify(orgs)}::jsonb) as changed ("personId" uuid, org jsonb)
    where u.id = changed."personId"`.execute(tx)
}

/** A stay that was written, with the id that it got. */
export type InsertedStay = EnteredStay & { id: string }

/** Begins stays and their first phases at `at`. */
export async function insertStays(
  tx: Transaction,
  stays: readonly EnteredStay[],
  at: Date,
): Promise<InsertedStay[]> {
  if (stays.length === 0) return []
  const { rows } = await sql<{ id: string; position: number }>`
    with input as materialized (
      select new_id() as id, r.*
      from rows from (json_to_recordset(${json(stays)}::json) as (
        "rulesetId" uuid, "personId" uuid, "ruleId" uuid, state text, "expiresBy" text, "expiresAt" timestamptz
      )) with ordinality as r (ruleset_id, person_id, rule_id, state, expires_by, expires_at, position)
    ), stay as (
      insert into policy_user (id, ruleset_id, directory_user_id, rule_id, state, expires_by, expires_at, activated_at)
      select id, ruleset_id, person_id, rule_id, state, expires_by, expires_at, ${at} from input order by position
    ), phase as (
      insert into policy_user_phase (policy_user_id, rule_id, state, valid)
      select id, rule_id, state, tstzrange(${at}, null) from input order by position
    )
    select id, position from input order by position`.execute(tx)
  return rows.flatMap(({ id, position }) => {
    const stay = stays[position - 1]
    return stay === undefined ? [] : [{ ...stay, id }]
  })
}

/** Changes stays; where rule or state move, the open phase ends at `at` and another begins. */
export async function updateStays(
  tx: Transaction,
  stays: readonly ChangedStay[],
  at: Date,
): Promise<void> {
  if (stays.length === 0) return
  const rows = stays.map(({ before, after }) => ({ id: before.id, ...after }))
  await sql`
    update policy_user s set rule_id = r."ruleId", state = r.state, expires_by = r."expiresBy",
      expires_at = r."expiresAt", updated_at = current_instant()
    from json_to_recordset(${json(rows)}::json)
      as r (id uuid, "ruleId" uuid, state text, "expiresBy" text, "expiresAt" timestamptz)
    where s.id = r.id`.execute(tx)
  const turned = stays.filter(
    ({ before, after }) => before.ruleId !== after.ruleId || before.state !== after.state,
  )
  await closePhases(tx, turned, at)
  await openPhases(tx, turned, at)
}

/** Ends stays, and the phases that they were in, at `at`. */
export async function endStays(
  tx: Transaction,
  stays: readonly EndedStay[],
  at: Date,
): Promise<void> {
  if (stays.length === 0) return
  await sql`
    update policy_user s set state = r.state, deleted_at = ${at}, updated_at = current_instant()
    from unnest(${stays.map(({ before }) => before.id)}::uuid[], ${stays.map(({ state }) => state)}::text[])
      as r (id, state)
    where s.id = r.id`.execute(tx)
  await closePhases(tx, stays, at)
}

type WithPhase = { personId: string; before: CurrentStay }

/** A phase that would be empty never was. */
async function closePhases(tx: Transaction, stays: readonly WithPhase[], at: Date): Promise<void> {
  if (stays.length === 0) return
  const ids = stays.map(({ before }) => before.id)
  await sql`
    delete from policy_user_phase
    where policy_user_id = any (${ids}::uuid[]) and upper_inf(valid) and lower(valid) >= ${at}`.execute(
    tx,
  )
  await sql`
    update policy_user_phase set valid = tstzrange(lower(valid), ${at})
    where policy_user_id = any (${ids}::uuid[]) and upper_inf(valid)`.execute(tx)
}

async function openPhases(tx: Transaction, stays: readonly ChangedStay[], at: Date): Promise<void> {
  if (stays.length === 0) return
  const rows = stays.map(({ before, after }) => ({
    id: before.id,
    ruleId: after.ruleId,
    state: after.state,
    since: new Date(Math.max(at.getTime(), before.phaseStartedAt)).toISOString(),
  }))
  await sql`
    insert into policy_user_phase (policy_user_id, rule_id, state, valid)
    select r.id, r."ruleId", r.state, tstzrange(r.since, null)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r
      (id uuid, "ruleId" uuid, state text, since timestamptz)`.execute(tx)
}

/** Rows as JSON, with instants as the text that PostgreSQL reads. */
function json(rows: readonly { expiresAt: number | null }[]): string {
  return JSON.stringify(
    rows.map((row) => ({
      ...row,
      expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
    })),
  )
}
