import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { dryRun } from '../../database/dry-run.ts'
import { Moves } from '../../policy/manifests/moves.ts'
import { presentIds } from '../../policy/plans/effect-rows.ts'
import { noTotals, type Effect } from '../../policy/plans/effect.ts'
import { resourceEffects, type ResourceEffect } from '../../policy/plans/resource-effects.ts'
import { effectOf } from '../../policy/plans/run-plan.ts'
import { renderRulesets } from '../../policy-as-code/render-folder.ts'
import { resourceName } from '../../policy-as-code/resource-name.ts'
import { loadSavedPolicy } from '../../policy-as-code/saved-policy.ts'
import { importRecords, type ImportOptions } from './import-records.ts'
import { emptyOutcome, type ImportOutcome, type ImportProgress } from './outcome.ts'
import { selectPlannedPeople } from './planned-people.ts'
import type { RecordSource } from '../records/record-source.ts'
import type { ReportFile } from './report-file.ts'
import type { PlannedImport, RunLog } from './run-log.ts'

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
  options: PlanImportOptions,
): Promise<ImportPlan> {
  const { seen, outcome } = await dryImport(database, source, options, lookAtPeople)
  return { ...(seen ?? nothingSeen), outcome }
}

const nothingSeen: ObservedChanges = {
  has_changes: false,
  integration: 'unchanged',
  totals: { ...noTotals(), people: 0 },
  resources: [],
}

/** What the transaction of the import has done, read by `look` before it is rolled back; undefined where none began. */
async function dryImport<Seen>(
  database: Database,
  source: RecordSource,
  { prepare, ...options }: PlanImportOptions,
  look: (tx: Transaction, requestId: string, effect: Effect) => Promise<Seen>,
): Promise<{ seen: Seen | undefined; outcome: ImportOutcome }> {
  // The audit rows of the import have this id; those of due changes, which are settled first, do not.
  const requestId = randomUUID()
  const actor = { ...options.actor, requestId }
  let moves = new Moves()
  let seen: Seen | undefined
  const transaction: Database['transaction'] = (work) =>
    dryRun(database, async (context) => {
      moves = new Moves()
      await prepare(context.tx, actor)
      const result = await work(context)
      seen = await look(context.tx, requestId, await effectOf(context.tx, moves, noOperations))
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
    seen,
    outcome: isPlanned ? { ...outcome, incident: { ...incident, id: null } } : outcome,
  }
}

type Planning = {
  listed: { actor: AuditActor }
  source: RecordSource
  log: RunLog
  signal: AbortSignal
}

const failed = 'The plan failed. The log of the server says more.'

/** Works out what a run that is listed would do; it says so, and writes nothing else. */
export async function planRun(
  database: Database,
  { listed, source, log, signal }: Planning,
): Promise<void> {
  await log.list()
  const options = {
    actor: listed.actor,
    onBegin: () => log.begin(),
    onProgress: (progress: ImportProgress) => log.tell(progress),
    reportTo: (report: ReportFile) => log.reportTo(report),
    signal,
    prepare: async () => {},
  }
  const { seen, outcome } = await dryImport(database, source, options, lookByRun).catch(
    async (error: unknown) => {
      await log.fail(failed, emptyOutcome())
      throw error
    },
  )
  await (outcome.refused !== undefined || seen === undefined
    ? log.fail(outcome.refused ?? failed, outcome)
    : log.planned(seen, outcome))
}

type ObservedChanges = Omit<ImportPlan, 'outcome'>

const noOperations = { operations: [], records: [] }

/** With the people of each resource. */
async function lookAtPeople(
  tx: Transaction,
  requestId: string,
  effect: Effect,
): Promise<ObservedChanges> {
  const moved = await resourceEffects(tx, effect.rows)
  const named = await nameRulesets(tx, effect)
  return {
    ...(await findWritten(tx, requestId)),
    totals: effect.totals,
    resources: named.flatMap(({ ruleset, resource, name }) => {
      const own = moved.get(ruleset.id)
      return own === undefined ? [] : [{ resource, name, is_new: ruleset.isNew, ...own }]
    }),
  }
}

/** As a run keeps it: of very many people, each once. */
async function lookByRun(
  tx: Transaction,
  requestId: string,
  effect: Effect,
): Promise<PlannedImport> {
  const { has_changes } = await findWritten(tx, requestId)
  const moved = (await nameRulesets(tx, effect)).filter(({ ruleset: { totals } }) =>
    Object.values(totals).some((count) => count > 0),
  )
  return {
    has_changes,
    totals: effect.totals,
    resources: moved.map(({ ruleset: { id, isNew, totals }, resource, name, handle }) =>
      Object.assign(presentIds({ ruleset_id: id, is_new: isNew }), {
        resource,
        name,
        resource_handle: handle,
        is_new: isNew,
        totals,
      }),
    ),
    people: await selectPlannedPeople(tx, requestId, effect),
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
async function nameRulesets(tx: Transaction, { rulesets }: Effect) {
  if (rulesets.length === 0) return []
  const byId = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const rendered = renderRulesets(await loadSavedPolicy(tx), new Set(byId.keys()))
  return rendered.flatMap(({ id, title: name, handle, data }) => {
    const ruleset = byId.get(id)
    const resource = resourceName(data.resource)
    return ruleset === undefined ? [] : [{ ruleset, resource, name, handle }]
  })
}
