import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { dryRun } from '../../database/dry-run.ts'
import { Moves } from '../../policy/manifests/moves.ts'
import { noTotals, type Effect } from '../../policy/plans/effect.ts'
import { resourceEffects, type ResourceEffect } from '../../policy/plans/resource-effects.ts'
import { effectOf } from '../../policy/plans/run-plan.ts'
import { renderRulesets, resourceName } from '../policy-folder/render-folder.ts'
import { loadSavedPolicy } from '../policy-folder/saved-policy.ts'
import { importRecords, type ImportOptions } from './import-records.ts'
import { emptyOutcome, type ImportOutcome } from './outcome.ts'
import type { RecordSource } from './record-source.ts'
import type { RunLog } from './run-log.ts'

/** The effect of an import on one resource's people; `resource` is as in `codehost_group codehost/12`. */
export type ImportedResource = ResourceEffect & { resource: string; name: string; is_new: boolean }

/** The effect of an import. A refused import changes nothing; `outcome.refused` says why. */
export type ImportPlan = {
  has_changes: boolean
  /** The change of the integration itself. */
  integration: 'made' | 'changed' | 'unchanged'
  totals: Effect['totals']
  resources: ImportedResource[]
  /** What the import would report, including the people it would hold. */
  outcome: ImportOutcome
}

export type PlanImportOptions = Omit<ImportOptions, 'observe' | 'transaction'> & {
  /** Runs before the import and is rolled back with it, such as connecting the vendor. */
  prepare: (tx: Transaction, actor: AuditActor) => Promise<void>
}

/**
 * Computes the effect of an import, by merging in a transaction that is rolled back: it takes the same locks as the
 * import. Only the report of bad rows and notes is written. Throws as {@link importRecords} does.
 */
export async function planImport(
  database: Database,
  source: RecordSource,
  { prepare, ...options }: PlanImportOptions,
): Promise<ImportPlan> {
  // The audit rows of the import have this id; those of due changes, which are settled first, do not.
  const requestId = randomUUID()
  const actor = { ...options.actor, requestId }
  let moves = new Moves()
  let seen: ObservedChanges = {
    has_changes: false,
    integration: 'unchanged',
    totals: { ...noTotals(), people: 0 },
    resources: [],
  }
  const transaction: Database['transaction'] = (work) =>
    dryRun(database, async (context) => {
      moves = new Moves()
      await prepare(context.tx, actor)
      const result = await work(context)
      seen = await look(context.tx, requestId, moves)
      return result
    })
  const outcome = await importRecords(database, source, {
    ...options,
    actor,
    transaction,
    observe: (changes) => moves.note(changes),
  })
  const { incident } = outcome
  const isPlanned = incident?.steps.includes('open') === true
  return {
    ...seen,
    outcome: isPlanned ? { ...outcome, incident: { ...incident, id: null } } : outcome,
  }
}

type Planning = {
  listed: { actor: AuditActor }
  source: RecordSource
  log: RunLog
  signal: AbortSignal
}

/** Works out what a run that is listed would do; it says so, and writes nothing else. */
export async function planRun(
  database: Database,
  { listed, source, log, signal }: Planning,
): Promise<void> {
  await log.list()
  await log.begin()
  const plan = await planImport(database, source, {
    actor: listed.actor,
    onProgress: (progress) => log.tell(progress),
    reportTo: (report) => log.reportTo(report),
    signal,
    prepare: async () => {},
  }).catch(async (error: unknown) => {
    await log.fail('The plan failed. The log of the server says more.', emptyOutcome())
    throw error
  })
  const { outcome, ...effect } = plan
  await (outcome.refused === undefined
    ? log.planned(effect, outcome)
    : log.fail(outcome.refused, outcome))
}

type ObservedChanges = Omit<ImportPlan, 'outcome'>

const noOperations = { operations: [], records: [] }

/** What the transaction has done, read before it is rolled back. */
async function look(tx: Transaction, requestId: string, moves: Moves): Promise<ObservedChanges> {
  const effect = await effectOf(tx, moves, noOperations)
  const isNew = new Map(effect.rulesets.map((ruleset) => [ruleset.id, ruleset.isNew]))
  const moved = await resourceEffects(tx, effect.rows)
  const named = await nameRulesets(tx, [...isNew.keys()])
  return {
    ...(await findWritten(tx, requestId)),
    totals: effect.totals,
    resources: named.flatMap(({ id, ...names }) => {
      const own = moved.get(id)
      return own === undefined ? [] : [{ ...names, is_new: isNew.get(id) === true, ...own }]
    }),
  }
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

/** By resource. */
async function nameRulesets(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  return renderRulesets(await loadSavedPolicy(tx), wanted).flatMap(({ id, title, data }) =>
    wanted.has(id) ? [{ id, resource: resourceName(data.resource), name: title }] : [],
  )
}
