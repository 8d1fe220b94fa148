import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { FreezeReason } from '../../contract/states.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import { undone } from '../../database/undone.ts'
import { loadCompiledPolicy } from '../../policy/compiled-policy.ts'
import type { FreezeDetail } from '../../policy/freezes/freeze-rulesets.ts'
import { presentCause } from '../../policy/freezes/schema.ts'
import { changesIfThawed } from '../../policy/manifests/everybodys-changes.ts'
import { EffectCollector } from '../../policy/effect-collector.ts'
import { noTotals, type Effect } from '../../policy/plans/effect.ts'
import { resourceEffects, type ResourceEffect } from '../../policy/plans/resource-effects.ts'
import { effectOf } from '../../policy/plans/run-plan.ts'
import { renderRulesets, resourceName } from '../policy-folder/render-folder.ts'
import { loadSavedPolicy } from '../policy-folder/saved-policy.ts'
import { importExport, type ImportOptions } from './import-export.ts'
import type { ImportOutcome } from './outcome.ts'

/** What an import does to one resource's people; `resource` is as in `codehost_group codehost/12`. */
export type ImportedResource = ResourceEffect & { resource: string; name: string; is_new: boolean }

/** A ruleset that the import freezes: its people and totals are what waits, and nothing of it happens. */
export type FrozenResource = Omit<ImportedResource, 'is_new'> & Cause & { reason: FreezeReason }
type Cause = ReturnType<typeof presentCause>

/** What an import would do. What is refused changes nothing; `outcome.refused` says why. */
export type ImportPlan = {
  has_changes: boolean
  /** What becomes of the integration itself. */
  integration: 'made' | 'changed' | 'unchanged'
  totals: Effect['totals']
  resources: ImportedResource[]
  frozen: FrozenResource[]
  /** What the import would say of itself. */
  outcome: ImportOutcome
}

export type PlanImportOptions = Omit<ImportOptions, 'observe' | 'transaction'> & {
  /** What comes before the import and is undone with it, such as connecting the vendor. */
  prepare: (tx: Transaction, actor: AuditActor) => Promise<void>
}

/**
 * Says what an import would do, by merging in a transaction that is rolled back: it takes the same locks as the import.
 * Only the report of bad rows and notes is written. Throws as {@link importExport} does.
 */
export async function planImport(
  database: Database,
  { prepare, ...options }: PlanImportOptions,
): Promise<ImportPlan> {
  // The audit rows of the import bear it; those of what was due, which is settled first, do not.
  const requestId = randomUUID()
  const actor = { ...options.actor, requestId }
  let collector = new EffectCollector()
  let seen: Seen = {
    has_changes: false,
    integration: 'unchanged',
    totals: { ...noTotals(), people: 0 },
    resources: [],
    frozen: [],
  }
  const transaction: Database['transaction'] = (work) =>
    undone(database, async (context) => {
      collector = new EffectCollector()
      await prepare(context.tx, actor)
      const result = await work(context)
      seen = await look(context.tx, requestId, collector)
      return result
    })
  const outcome = await importExport(database, {
    ...options,
    actor,
    transaction,
    observe: (changes) => collector.observe(changes),
  })
  return { ...seen, outcome }
}

type Seen = Omit<ImportPlan, 'outcome'>

const noOperations = { operations: [], records: [] }

/** What the transaction has done, told before it is undone. */
async function look(tx: Transaction, requestId: string, collector: EffectCollector): Promise<Seen> {
  const effect = await effectOf(tx, collector, noOperations)
  const freezes = await selectFreezes(tx, requestId)
  const held = await findHeld(tx, freezes)
  const isNew = new Map(effect.rulesets.map((ruleset) => [ruleset.id, ruleset.isNew]))
  const moved = await resourceEffects(tx, effect.rows)
  const waiting = await resourceEffects(tx, held)
  const freezeOf = new Map(freezes.map((freeze) => [freeze.rulesetId, freeze]))
  const named = await nameRulesets(tx, [...isNew.keys(), ...freezeOf.keys()])
  return {
    ...(await findWritten(tx, requestId)),
    totals: effect.totals,
    resources: named.flatMap(({ id, ...names }) => {
      const own = moved.get(id)
      return own === undefined ? [] : [{ ...names, is_new: isNew.get(id) === true, ...own }]
    }),
    frozen: named.flatMap(({ id, ...names }) => {
      const freeze = freezeOf.get(id)
      if (freeze === undefined) return []
      const { reason, detail } = freeze
      const own = waiting.get(id) ?? { totals: noTotals(), people: [] }
      return [{ ...names, reason, ...presentCause(detail), ...own }]
    }),
  }
}

type Freeze = { rulesetId: string; reason: FreezeReason; detail: FreezeDetail }

async function selectFreezes(tx: Transaction, requestId: string): Promise<Freeze[]> {
  const { rows } = await sql<Freeze>`
    select f.ruleset_id as "rulesetId", f.reason, f.detail from ruleset_freeze f
    where f.ended_at is null and f.ruleset_id in (
      select record_id from audit_log where request_id = ${requestId} and event = 'policy.ruleset.freeze')`.execute(
    tx,
  )
  return rows
}

/** Every record that an import writes has its audit row. */
async function findWritten(
  tx: Transaction,
  requestId: string,
): Promise<Pick<ImportPlan, 'has_changes' | 'integration'>> {
  const { rows } = await sql<Pick<ImportPlan, 'has_changes' | 'integration'>>`
    with event as (select event from audit_log where request_id = ${requestId})
    select exists (select from event) as has_changes,
      case when exists (select from event where event = 'workspace.integration.create') then 'made'
        when exists (select from event where event = 'workspace.integration.update') then 'changed'
        else 'unchanged' end as integration`.execute(tx)
  return rows[0] ?? { has_changes: false, integration: 'unchanged' }
}

async function findHeld(tx: Transaction, freezes: readonly Freeze[]): Promise<Effect['rows']> {
  if (freezes.length === 0) return []
  const now = await lockPolicy(tx, 'exclusive')
  const ids = freezes.map(({ rulesetId }) => rulesetId)
  const policy = await loadCompiledPolicy(tx)
  const collector = new EffectCollector()
  for await (const changes of changesIfThawed(tx, policy, ids, now.getTime())) {
    collector.observe(changes)
  }
  return (await effectOf(tx, collector, noOperations)).rows
}

/** By resource. */
async function nameRulesets(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  return renderRulesets(await loadSavedPolicy(tx), wanted).flatMap(({ id, title, data }) =>
    wanted.has(id) ? [{ id, resource: resourceName(data.resource), name: title }] : [],
  )
}
