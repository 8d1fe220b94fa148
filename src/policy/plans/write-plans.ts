import { sql } from 'kysely'
import type { Principal } from '../../access/caller.ts'
import { record, type AuditActor, type AuditEntry, type AuditPosition } from '../../audit/record.ts'
import type { AuditVia } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import type { Exceeded } from '../limits/counting.ts'
import { inBatches } from '../model/in-batches.ts'
import { rulesetTitle } from '../shapes/columns.ts'
import { noTotals, type Effect, type EffectRow, type PlannedRuleset } from './effect.ts'
import { accessColumns, accessValues, rowsPerStatement, storedAccess } from './effect-rows.ts'
import type { Reverts } from './not-reverted.ts'
import type { PlanFinding } from './plan-findings.ts'

/** How long a plan can be applied. */
const planHours = 24

/** The principal for which a job works on a plan, with the audit fields of its rows. */
export type Applier = Principal & {
  via: AuditVia
  requestId: string | null
  /** Whether they had signed in lately enough to pass limits; absent in plans of former versions. */
  isFresh?: boolean
}

export type NewPlan = {
  description: string | null
  operations: readonly object[]
  /** A plan of the system has no author. */
  author: { type: 'user' | 'service'; id: string } | { type: 'system'; id: null }
  reverts?: Reverts | null
}

/** Keeps a plan with its effect, ready to be applied. @returns its uuid */
export async function insertPlan(
  tx: Transaction,
  actor: AuditActor,
  { effect, findings, exceeds, ...plan }: NewPlan & Findings & { effect: Effect },
): Promise<string> {
  const id = await insertNew(tx, actor, { ...plan, state: 'ready', applier: null })
  await writeEffect(tx, id, effect)
  await writeFindings(tx, id, { findings, exceeds })
  return id
}

/** Keeps a plan whose effect a job is to work out. @returns its uuid */
export async function insertPlanning(
  tx: Transaction,
  actor: AuditActor,
  plan: NewPlan & { applier: Applier },
): Promise<string> {
  return insertNew(tx, actor, { ...plan, state: 'planning' })
}

async function insertNew(
  tx: Transaction,
  actor: AuditActor,
  plan: NewPlan & { state: 'ready' | 'planning'; applier: Applier | null },
): Promise<string> {
  const { state, description, operations, author, applier, reverts = null } = plan
  const { rows } = await sql<{ id: string }>`
    insert into plan (state, description, operations, author_type, author_id, applier, reverts_plan_id, not_reverted, expires_at)
    values (${state}, ${description}, ${JSON.stringify(operations)}, ${author.type}, ${author.id},
      ${applier && JSON.stringify(applier)}::jsonb, ${reverts && reverts.planId}, ${JSON.stringify(reverts?.left ?? [])}, current_instant() + ${planHours} * interval '1 hour')
    returning id`.execute(tx)
  const id = rows[0]?.id ?? ''
  await record(tx, actor, [created(id, operations.length, state, reverts?.planId)])
  return id
}

/** What is odd about a plan's rules, and the limits that it exceeds. */
type Findings = { findings: readonly PlanFinding[]; exceeds: readonly Exceeded[] }

export async function writeFindings(
  tx: Transaction,
  planId: string,
  { findings, exceeds }: Findings,
): Promise<void> {
  await sql`
    update plan set findings = ${JSON.stringify(findings)}, exceeds = ${JSON.stringify(exceeds)}
    where id = ${planId}`.execute(tx)
}

/** A change that moves too much for its request. */
export type DeferredChange = {
  /** The change as data, with an `op`. */
  operation: object
  /** The version of the record that it is about, as it was found. */
  requiredVersion: number | null
  /** The rulesets (uuids) that it was seen to move. */
  rulesetIds: readonly string[]
}

export type DeferredOperation = DeferredChange & { applier: Applier }

/** Keeps one operation of an endpoint that a job is to do, as a plan that is being applied. @returns its uuid */
export async function insertRunning(
  tx: Transaction,
  actor: AuditActor,
  { operation, applier, requiredVersion, rulesetIds }: DeferredOperation,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into plan (state, is_planned, operations, author_type, author_id, applier, required_version, expires_at)
    values ('applying', false, ${JSON.stringify([operation])}, ${applier.type}, ${applier.id},
      ${JSON.stringify(applier)}, ${requiredVersion}, current_instant() + ${planHours} * interval '1 hour')
    returning id`.execute(tx)
  const id = rows[0]?.id ?? ''
  await sql`
    insert into plan_ruleset (plan_id, ruleset_id, position, name, type, is_new, totals)
    select ${id}, s.id, row_number() over (order by s.id), ${rulesetTitle},
      s.type, false, ${JSON.stringify(noTotals())}
    from ruleset s left join attribute a on a.id = s.attribute_id left join resource o on o.id = s.resource_id
    where s.id = any (${rulesetIds}::uuid[])`.execute(tx)
  await record(tx, actor, [created(id, 1, 'applying')])
  return id
}

/** Replaces the stored effect of a plan. */
export async function writeEffect(tx: Transaction, planId: string, effect: Effect): Promise<void> {
  await tx.deleteFrom('plan_ruleset').where('plan_id', '=', planId).execute()
  await sql`
    update plan set digest = ${effect.digest}, totals = ${JSON.stringify(effect.totals)},
      rows_total = ${effect.rowsTotal}
    where id = ${planId}`.execute(tx)
  await insertRulesets(tx, planId, effect.rulesets)
  let start = 0
  for (const batch of inBatches(effect.rows, rowsPerStatement)) {
    await insertRows(tx, planId, start, batch)
    start += batch.length
  }
}

async function insertRulesets(
  tx: Transaction,
  planId: string,
  rulesets: readonly PlannedRuleset[],
): Promise<void> {
  await sql`
    insert into plan_ruleset (plan_id, ruleset_id, position, name, type, is_new, totals)
    select ${planId}, id, position, name, type, "isNew", totals
    from rows from (json_to_recordset(${JSON.stringify(rulesets)}::json)
      as (id uuid, name text, type text, "isNew" boolean, totals jsonb)) with ordinality
      as r (id, name, type, "isNew", totals, position)`.execute(tx)
}

/** Many rows are alike but for whose they are, so that what happens to a place, and its ruleset, are sent once. */
async function insertRows(
  tx: Transaction,
  planId: string,
  start: number,
  rows: readonly EffectRow[],
): Promise<void> {
  const kinds = new Map<string, number>()
  const rulesets: string[] = []
  const people: string[] = []
  const which: number[] = []
  for (const row of rows) {
    const kind = JSON.stringify({ ...storedAccess(row), endsAfter: row.endsAfter })
    const known = kinds.get(kind) ?? kinds.size
    kinds.set(kind, known)
    which.push(known)
    rulesets.push(row.rulesetId)
    people.push(row.personId)
  }
  await sql`
    insert into plan_effect (plan_id, position, ruleset_id, directory_user_id, ${accessColumns}, ends_after)
    select ${planId}, ${start}::integer + r.position, r.ruleset_id, r.person_id, ${accessColumns}, ends_after
    from unnest(${rulesets}::uuid[], ${people}::uuid[], ${which}::integer[])
      with ordinality as r (ruleset_id, person_id, kind, position)
    join (
      select number, ${accessValues}, "endsAfter"
      from rows from (json_to_recordset(${`[${[...kinds.keys()].join()}]`}::json)
        as (kinds jsonb, before jsonb, after jsonb, "endsAfter" bigint)) with ordinality
        as j (kinds, before, after, "endsAfter", number) offset 0
    ) k (number, ${accessColumns}, ends_after) on k.number = r.kind + 1`.execute(tx)
}

/** What a step in the life of a plan writes besides its state. */
type Step =
  | { to: 'ready' }
  | { to: 'applying'; applier: Applier }
  | { to: 'applied' }
  | { to: 'failed'; failure: string }
  | { to: 'stale'; replacedById: string }

/**
 * Moves a plan, whose row the caller has locked, to its next state, with its audit row. Its result can be read for
 * an hour at least, even if it ended late in its day.
 */
export async function stepPlan(
  tx: Transaction,
  actor: AuditActor,
  plan: { id: string; state: string; reverts_plan_id?: string | null },
  step: Step,
): Promise<void> {
  const applier = step.to === 'applying' ? JSON.stringify(step.applier) : null
  const failure = step.to === 'failed' ? step.failure : null
  const replacedById = step.to === 'stale' ? step.replacedById : null
  await sql`
    update plan set state = ${step.to}, applier = ${applier}::jsonb, failure = ${failure},
      replaced_by_id = ${replacedById}::uuid,
      rows_done = case when ${step.to} = 'applied' then coalesce(rows_total, rows_done)
        when ${step.to} in ('ready', 'applying') then 0 else rows_done end,
      expires_at = case
        when ${step.to} = 'ready' then current_instant() + ${planHours} * interval '1 hour'
        when ${step.to} in ('applied', 'failed') then greatest(expires_at, current_instant() + interval '1 hour')
        else expires_at end,
      applied_at = case when ${step.to} = 'applied' then current_instant() end
    where id = ${plan.id}`.execute(tx)
  await record(tx, actor, [
    {
      event: events[step.to],
      record: { kind: 'plan', id: plan.id },
      related: positionOf(plan.reverts_plan_id ?? null),
      changes: { state: { old: plan.state, new: step.to } },
    },
  ])
}

const events = {
  ready: 'policy.plan.ready',
  applying: 'policy.plan.begin',
  applied: 'policy.plan.apply',
  failed: 'policy.plan.fail',
  stale: 'policy.plan.replace',
} as const

/** Of a plan that reverts another one, that one. */
function positionOf(id: string | null): AuditPosition | undefined {
  return id === null ? undefined : { kind: 'plan', id }
}

function created(
  id: string,
  operations: number,
  state: string,
  reverts: string | null = null,
): AuditEntry {
  return {
    event: 'policy.plan.create',
    record: { kind: 'plan', id },
    related: positionOf(reverts),
    changes: { state: { old: null, new: state }, operations: { old: null, new: operations } },
  }
}
