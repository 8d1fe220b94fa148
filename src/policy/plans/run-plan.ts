import { sql } from 'kysely'
import { decodeId, type IdKind } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { instantOf } from '../../database/policy-lock.ts'
import { Stopped } from '../limits/stopped.ts'
import type { Exceeded } from '../limits/counting.ts'
import type { ManifestChanges } from '../manifests/manifest-changes.ts'
import { changeContextOf, type OperationContext } from '../changes/operation-kind.ts'
import { endsFromNow, type Operation } from '../operations/operation.ts'
import { requireSeen, runOperations, type Performed } from '../operations/run-operations.ts'
import type { ConditionValues } from '../stored-rules/rule-values.ts'
import { selectStoredRules, type StoredRule } from '../stored-rules/stored-rule.ts'
import { rulesetTitle } from '../shapes/columns.ts'
import { inSlices } from '../../http/lists/in-slices.ts'
import { Moves } from '../manifests/moves.ts'
import { lockAndSettle } from '../manifests/settle.ts'
import { collectMissing } from './collect-missing.ts'
import { addUp, effectRows, noTotals, type Effect, type EffectRow } from './effect.ts'
import { digestOf } from './effect-digest.ts'
import { StoredChange } from './stored-change.ts'
import { isPlanOfFiles } from './plan-of-files.ts'
import { withRefs } from './with-refs.ts'
import { planFindings, policyBefore, type PlanFinding } from './plan-findings.ts'
import { rulesOfMoves } from './rules-of-moves.ts'

export type Planned = {
  effect: Effect
  findings: PlanFinding[]
  /** As they are stored: {@link PlanOfFiles} names those that its files came to. */
  operations: readonly object[]
  /** The limits that the plan exceeds, also where the context passes them. */
  exceeds: readonly Exceeded[]
}

/**
 * Runs operations as a plan, in the caller's transaction, under the policy lock unless it is a dry run, and returns
 * their effect and the findings about the rules that they leave in force. Stopped beyond a limit that the context does
 * not pass, unless it is a dry run. `beforeRun` reads under the lock what is so before. Throws what operations throw.
 */
export async function lookAhead(
  context: OperationContext,
  operations: readonly Operation[],
  beforeRun?: () => Promise<void>,
): Promise<Planned | Stopped> {
  const { tx } = context
  const { policies } = changeContextOf(context)
  const checked = collectMissing(context)
  const run = await preparePlanned(context, operations)
  // What the clock has made due meanwhile is not the plan's.
  await lockAndSettle(tx, { policies, isDryRun: context.isDryRun })
  const before = await policyBefore(tx, policies)
  await beforeRun?.()
  const named = await findNamed(tx, operations)
  const [moves, toCome] = [new Moves(), new Moves()]
  const observe = (changes: ManifestChanges) => {
    context.observe?.(changes)
    moves.note(changes)
  }
  const foresee = (changes: ManifestChanges) => toCome.note(changes)
  const done = await run({ ...checked, observe, foresee }).catch((error: unknown) => {
    // What is found without a permission is not told.
    checked.refuseMissing()
    throw error
  })
  if (done instanceof Stopped) return done
  const { records, exceeded, operations: ran = operations } = done
  const effect = await effectOf(tx, moves, { operations: ran, records, named, toCome })
  const ofWhole = (done.findings ?? []).map(aboutNoRule)
  const findings = [...ofWhole, ...(await planFindings(tx, before, records))]
  return { effect, findings, exceeds: exceeded, operations: await stored(tx, operations, ran) }
}

type Finding = NonNullable<Performed['findings']>[number]

function aboutNoRule({ kind, message, rulesetId = null }: Finding): PlanFinding {
  return { kind, message, ruleId: null, operation: null, rulesetId, by: null, conditions: [] }
}

/** How the operations of a plan are stored, after they ran. */
async function stored(
  tx: Transaction,
  operations: readonly Operation[],
  ran: readonly Operation[],
): Promise<readonly object[]> {
  const [first]: readonly object[] = operations
  if (first === undefined || !isPlanOfFiles(first)) return operations
  return [{ ...first, operations: await withRefs(tx, ran) }]
}

/**
 * Runs operations of policy together, or the one operation that represents another endpoint's work, after what can be
 * done without the policy lock.
 */
async function preparePlanned(
  context: OperationContext,
  operations: readonly Operation[],
): Promise<(context: OperationContext) => Promise<Performed | Stopped>> {
  const [first] = operations
  const storedChanges = context.storedChanges ?? context.services?.storedChanges
  const work = operations.length === 1 ? storedChanges?.get(first?.op ?? '') : undefined
  if (first === undefined || !(work instanceof StoredChange))
    return (own) => runOperations(own, operations)
  const { caller } = context
  if (caller === undefined) throw new Error('a plan is worked on without a caller')
  const run = await work.prepare(first)
  // Only operations of policy may go on without a permission until all are known.
  return (own) => {
    const requireVersion = (found: number) => {
      own.requireVersion?.(found)
      requireSeen(first, 0, found)
    }
    const ask = work.right === null ? own.ask : context.ask
    return run({ ...own, caller, requireVersion, ask })
  }
}

/** What operations name, read before they run: the rulesets (uuids), and what the existing rules say. */
type Named = { rulesets: readonly string[]; rules: readonly string[] }

/**
 * The rulesets that operations name, directly or by a rule or a condition, and what those rules say besides words: a plan shows
 * the people that they admit now, and is bound to these rules as they were. Read first, because deleted records are gone afterwards.
 */
async function findNamed(tx: Transaction, operations: readonly Operation[]): Promise<Named> {
  const rulesets = operations.flatMap((one) => ('ruleset_id' in one ? one.ruleset_id : []))
  const named = operations.flatMap((one) => [
    ...('rule_id' in one ? [one.rule_id] : []),
    ...('replaces' in one ? [one.replaces ?? ''] : []),
  ])
  const conditions = operations.flatMap((one) => ('condition_id' in one ? one.condition_id : []))
  const { rows: ofConditions } = await sql<{ id: string }>`
    select distinct rule_id as id from condition
    where id = any (${uuids(decodedIds('condition', conditions))})`.execute(tx)
  const ids = [...decodedIds('rule', named), ...ofConditions.map(({ id }) => id)]
  const rules = await selectStoredRules(tx, ids)
  const { rows: existing } = await sql<{ id: string }>`
    select id from ruleset where id = any (${uuids(decodedIds('ruleset', rulesets))})`.execute(tx)
  const all = [...existing.map(({ id }) => id), ...rules.map(({ rulesetId }) => rulesetId)]
  return { rulesets: [...new Set(all)], rules: rules.map(lineOfRule).sort() }
}

/** Without the refs of records that the plan creates. */
function decodedIds(kind: IdKind, ids: readonly string[]): string[] {
  return ids.flatMap((id) => decodeId(kind, id) ?? [])
}

function lineOfRule({ id, values, conditions, activatesAt, replacesRuleId }: StoredRule): string {
  const { roleId, everyoneElse, expiresAt, expiresAfterDays, reason, priority } = values
  const said = [roleId, everyoneElse, expiresAt, expiresAfterDays, reason, priority]
  return JSON.stringify([id, said, activatesAt, replacesRuleId, conditions.map(lineOf).sort()])
}

function lineOf(condition: ConditionValues): string {
  const { type, attributeId, integrationId, directoryUserId, vendorResourceId, ...profile } =
    condition
  const { profileKey, profileOperator, profileValue, orAbsent } = profile
  const about = [attributeId, integrationId, directoryUserId, vendorResourceId]
  return JSON.stringify([type, about, profileKey, profileOperator, profileValue, orAbsent])
}

/** What ran: its data, the uuids of the records, what it named, and what rules with a date would move now. */
export type OperationsRun = {
  operations: readonly Operation[]
  records: readonly string[]
  named?: Named
  toCome?: Moves
}

/** The effect of moves, composed while the transaction of the operations is open. */
export async function effectOf(tx: Transaction, moves: Moves, ran: OperationsRun): Promise<Effect> {
  const { named, toCome = new Moves(), records } = ran
  const options = { now: (await instantOf(tx)).getTime(), endingFromNow: endingFromNow(ran) }
  const rowsOf = async (some: Moves) =>
    effectRows(some, { ...options, rules: await rulesOfMoves(tx, some) })
  const rows = await rowsOf(moves)
  const known = await selectRulesets(tx, [...moves.rulesetIds, ...(named?.rulesets ?? [])], records)
  const keys = new Map(known.flatMap(({ id, key }) => (key === null ? [] : [[id, key]])))
  const later = toCome.size === 0 ? [] : [await digestOf(await rowsOf(toCome), keys)]
  const besides = [...(named?.rules ?? []), ...later.map((each) => each.toString('hex'))]
  return {
    rows,
    ...(await addedUp(rows, known)),
    digest: await digestOf(rows, keys, besides),
    rowsTotal: moves.size,
  }
}

async function addedUp(rows: Iterable<EffectRow>, known: readonly KnownRuleset[]) {
  const rulesets = known.map(({ id, name, type, key }) => ({
    id,
    name,
    type,
    isNew: key !== null,
    totals: noTotals(),
  }))
  const byId = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const totals = noTotals()
  const people = new Set<string>()
  for await (const row of inSlices(rows)) {
    addUp(totals, row)
    people.add(row.personId)
    const ruleset = byId.get(row.rulesetId)
    if (ruleset !== undefined) addUp(ruleset.totals, row)
  }
  return { rulesets, totals: { ...totals, people: people.size } }
}

/** The rules (uuids) to which operations gave an end that is counted from when they ran. */
function endingFromNow({ operations, records }: OperationsRun): Set<string> {
  return new Set(
    operations.flatMap((operation, index) =>
      endsFromNow(operation) ? (records[index] ?? []) : [],
    ),
  )
}

type KnownRuleset = { id: string; name: string; type: string; key: string | null }

/**
 * By name. `key` is the stable name, equal in every run, of a ruleset that this transaction has created; null for
 * an existing one.
 */
async function selectRulesets(
  tx: Transaction,
  rulesets: readonly string[],
  records: readonly string[],
): Promise<KnownRuleset[]> {
  const { rows } = await sql<KnownRuleset>`
    with made as materialized (
      select record_id from audit_log
      where transaction = pg_current_xact_id() and event = 'policy.ruleset.create'
    )
    select s.id, s.type, ${rulesetTitle} as name,
      case when s.id in (select record_id from made)
        then coalesce(d.handle || '/' || a.folded_value, s.resource_id::text) end as key
    from ruleset s
    left join attribute a on a.id = s.attribute_id
    left join dimension d on d.id = a.dimension_id
    left join resource o on o.id = s.resource_id
    where s.id = any (${rulesets}::uuid[]) or s.id = any (${records}::uuid[])
      or s.attribute_id = any (${records}::uuid[])
      or s.id in (select ruleset_id from rule where id = any (${records}::uuid[]))
      or s.id in (select r.ruleset_id from condition c join rule r on r.id = c.rule_id
                  where c.id = any (${records}::uuid[]))
      or s.id in (select ruleset_id from ruleset_admin where id = any (${records}::uuid[]))
    order by name, s.id`.execute(tx)
  return rows
}
