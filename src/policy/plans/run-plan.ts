import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import type { OperationContext } from '../operations/kind.ts'
import { runOperations, type Operation } from '../operations/operation.ts'
import { policyContext } from '../operations/perform.ts'
import { EffectCollector } from './effect-collector.ts'
import { addUp, effectRows, noTotals, type Effect, type EffectRow } from './effect.ts'
import { digestOf } from './effect-digest.ts'
import { planFindings, policyBefore, type PlanFinding } from './plan-findings.ts'

export type Planned = { effect: Effect; findings: PlanFinding[] }

/** {@link runPlan}, with what is odd about the rules that it leaves in force. */
export async function lookAhead(
  context: OperationContext,
  operations: readonly Operation[],
  limit?: number,
): Promise<Planned> {
  const { tx } = context
  await lockPolicy(tx, 'exclusive')
  const before = await policyBefore(tx, policyContext(context).policies)
  const { effect, records } = await runPlan(context, operations, limit)
  return { effect, findings: await planFindings(tx, before, records) }
}

/**
 * Runs operations as a plan, in the caller's transaction, and says what they did. Beyond `limit` stays it throws
 * TooManyRows; else it throws what operations throw.
 * @returns the effect and the uuids of the operations' records
 */
async function runPlan(
  context: OperationContext,
  operations: readonly Operation[],
  limit?: number,
): Promise<{ effect: Effect; records: string[] }> {
  const collector = new EffectCollector(limit)
  const records = await runOperations({ ...context, observe: collector.observe }, operations)
  return { effect: await effectOf(context.tx, collector, { operations, records }), records }
}

/** What operations did: their data, and the uuids of their records. */
export type Ran = { operations: readonly Operation[]; records: readonly string[] }

/** The effect that a collector has seen, told while the transaction of the operations is open. */
export async function effectOf(
  tx: Transaction,
  { moves }: EffectCollector,
  ran: Ran,
): Promise<Effect> {
  const rules = moves.flatMap(({ before, after }) => [before?.ruleId ?? [], after?.ruleId ?? []])
  const rows = effectRows(moves, {
    now: await instantOf(tx),
    roles: await selectRoles(tx, [...new Set(rules.flat())]),
    endingFromNow: endingFromNow(ran),
  })
  const moved = new Set(moves.map(({ rulesetId }) => rulesetId))
  const known = await selectRulesets(tx, [...moved], ran.records)
  const keys = new Map(known.flatMap(({ id, key }) => (key === null ? [] : [[id, key]])))
  return {
    rows,
    ...addedUp(rows, known),
    digest: digestOf(rows, keys),
    rowsTotal: moves.length,
  }
}

function addedUp(rows: readonly EffectRow[], known: readonly KnownRuleset[]) {
  const rulesets = known.map(({ id, name, type, key }) => ({
    id,
    name,
    type,
    isNew: key !== null,
    totals: noTotals(),
  }))
  const byId = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const totals = { ...noTotals(), people: new Set(rows.map(({ personId }) => personId)).size }
  for (const row of rows) {
    addUp(totals, row)
    const ruleset = byId.get(row.rulesetId)
    if (ruleset !== undefined) addUp(ruleset.totals, row)
  }
  return { rulesets, totals }
}

/** A rule that is deprecated without a given end ends after its grace. */
function endingFromNow({ operations, records }: Ran): Set<string> {
  return new Set(
    operations.flatMap((operation, index) =>
      operation.op === 'deprecate_rule' && operation.at === undefined ? (records[index] ?? []) : [],
    ),
  )
}

/** The instant of the transaction, which is the one of the policy lock since that is held. */
async function instantOf(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select current_instant() as now`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not tell the time')
  return row.now.getTime()
}

async function selectRoles(tx: Transaction, rules: readonly string[]) {
  const { rows } = await sql<{ id: string; handle: string }>`
    select r.id, p.handle from rule r join policy_role p on p.id = r.policy_role_id
    where r.id = any (${rules}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}

type KnownRuleset = { id: string; name: string; type: string; key: string | null }

/** By name. `key` names a ruleset that this transaction has made, in every run alike; null for one that was there. */
async function selectRulesets(
  tx: Transaction,
  moved: readonly string[],
  records: readonly string[],
): Promise<KnownRuleset[]> {
  const { rows } = await sql<KnownRuleset>`
    with made as materialized (
      select record_id from audit_log
      where transaction = pg_current_xact_id() and event = 'policy.ruleset.create'
    )
    select s.id, s.type, coalesce(nullif(a.name, ''), nullif(o.name, ''), o.vendor_id, '') as name,
      case when s.id in (select record_id from made) then d.handle || '/' || a.folded_value end as key
    from ruleset s
    left join attribute a on a.id = s.attribute_id
    left join dimension d on d.id = a.dimension_id
    left join resource o on o.id = s.resource_id
    where s.id = any (${moved}::uuid[]) or s.id = any (${records}::uuid[])
      or s.attribute_id = any (${records}::uuid[])
      or s.id in (select ruleset_id from rule where id = any (${records}::uuid[]))
      or s.id in (select r.ruleset_id from condition c join rule r on r.id = c.rule_id
                  where c.id = any (${records}::uuid[]))
      or s.id in (select ruleset_id from ruleset_admin where id = any (${records}::uuid[]))
    order by name, s.id`.execute(tx)
  return rows
}
