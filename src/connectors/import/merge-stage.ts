import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Database, Transaction, TransactionContext } from '../../database/database.ts'
import { newId } from '../../database/new-ids.ts'
import { mayMoveAccess } from '../../directory/identities/record-accounts.ts'
import { isPacked } from '../../directory/identities/changed-accounts.ts'
import { noteStates, prepareAccountMerge } from '../../directory/identities/stage-accounts.ts'
import { prepareResourceMerge } from '../../directory/resources/stage-resources.ts'
import { lockAsNeeded } from '../../policy/changes/begin-change.ts'
import type { ManifestChanges } from '../../policy/manifests/manifest-changes.ts'
import { policyCacheOf } from '../../policy/model/policy-cache-of.ts'
import { findIntegrationByHandle, type Integration } from '../../workspace/integrations/queries.ts'
import { describeAbsent, describeUnsaid } from '../file/absent-columns.ts'
import { ImportRefused, type RecordSource } from '../records/record-source.ts'
import type { ForeseenImport } from './foresee-import.ts'
import { lockMerge } from './import-lock.ts'
import type { MergedStage } from './import-stage.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { mergeResources } from './merge-resources.ts'
import { noMissing, type ImportOutcome } from './outcome.ts'
import { remarkOnPeople } from './people-findings.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { StagedExport } from './read-records.ts'
import { refuseAbsentColumns } from './refuse-empty.ts'
import type { ReportFile } from './report-file.ts'
import type { RunLog } from './run-log.ts'

/** A row without an id that can be read, or a person in another list, may be the very account that seems to be missing. */
export function isAllListed(
  isComplete: boolean,
  { unidentified, peopleLeftOut }: StagedExport,
): boolean {
  return isComplete && unidentified + peopleLeftOut === 0
}

type StagedRun = {
  stage: MergedStage
  staged: StagedExport
  foreseen: ForeseenImport | null
  report: ReportFile
}

/** What merging needs of a run. */
export type MergingRun = {
  database: Database
  source: Pick<RecordSource, 'integrationHandle' | 'isComplete' | 'listsChanges'>
  /** `observe` is told of what is written to manifests, before it is. */
  options: { actor: AuditActor; observe?: (changes: ManifestChanges) => void }
  outcome: ImportOutcome
  meter: ProgressMeter
  log: RunLog | undefined
  /** Of a push: its integration as its transaction has it, which holds the locks for imports and has staged the records itself. */
  push?: Integration
}

/** Merges what is staged, in the transaction that also writes everything that follows from it. */
export async function mergeStage(
  context: TransactionContext,
  { database, source, options, outcome, meter, log, push }: MergingRun,
  { stage, staged, foreseen, report }: StagedRun,
): Promise<void> {
  const { tx } = context
  const isPush = push !== undefined
  const integration = push ?? (await lockStaged(tx, source, staged))
  if (staged.absent.length > 0) {
    const text = describeAbsent(staged.absent)
    await refuseAbsentColumns(tx, integration, text)
    outcome.notes += 1
    await report.write({ line: null, kind: 'note', reason: text })
  }
  if (staged.statesUnsaid > 0) {
    outcome.accountsKept += staged.statesUnsaid
    outcome.statesUnsaid = staged.statesUnsaid
    outcome.notes += 1
    await report.write({ line: null, kind: 'note', reason: describeUnsaid(staged.statesUnsaid) })
  }
  const isComplete = isAllListed(source.isComplete, staged)
  if (!isComplete) outcome.missing.keptBecause = source.isComplete ? 'bad_rows' : 'partial'
  if (!isComplete && source.isComplete) outcome.missing.lines = staged.unidentifiedLines

  const runId = log?.listedId ?? stage.runId ?? (await newId(tx))
  const { actor, observe } = options
  const read = { staged, isComplete, isPush, report, meter, observe }
  const policies = policyCacheOf(database)
  const importing = { ...context, actor, policies, integration, ...read }
  if (staged.hasStates === true) await noteStates(tx, integration.id)
  if (staged.accounts > 0) {
    // A run that can't change access shares the policy lock: such imports run concurrently.
    const needsAll = integration.is_primary ? 'always' : mayMoveAccess(integration.id)
    const [lock] = await Promise.all([
      lockAsNeeded(tx, { policies, needsAll }),
      prepareAccountMerge(tx),
    ])
    // What is written happens at the instant of the lock, not at that of the transaction.
    const { now, isShared } = lock
    await mergeAccounts({ ...importing, now, isShared, runId, stage, foreseen }, outcome)
    await stage.showTo(tx)
    outcome.remarks = await remarkOnPeople(tx, integration)
    for (const reason of outcome.remarks) {
      outcome.notes += 1
      await report.write({ line: null, kind: 'note', reason })
    }
  }
  const listsNone = isComplete && staged.listsTypes.length > 0
  if (listsNone || staged.groups + staged.memberships > 0) {
    await prepareResourceMerge(tx)
    // Groups and their members don't affect access, so they wait for no lock.
    await mergeResources(importing, outcome)
  }
  if (isPush || source.listsChanges === true) outcome.missing = { ...noMissing }
  Object.assign(outcome, { seconds: meter.seconds(), rowsPerSecond: meter.rowsPerSecond() })
  await log?.succeed(context, runId, outcome)
}

/** The integration of a staged run, locked for its merge. */
async function lockStaged(
  tx: Transaction,
  source: MergingRun['source'],
  staged: StagedExport,
): Promise<Integration> {
  const integration = await findIntegration(tx, source)
  requireActive(integration)
  await lockMerge(tx, integration.handle)
  await requireStaged(tx, staged)
  return integration
}

export async function findIntegration(
  tx: Transaction,
  { integrationHandle: handle }: Pick<RecordSource, 'integrationHandle'>,
): Promise<Integration> {
  const integration = await findIntegrationByHandle(tx, handle)
  if (integration !== undefined) return integration
  throw new Error(
    `There is no integration "${handle}". Name its vendor and type, so that it is made.`,
  )
}

/** @throws ImportRefused */
export function requireActive(integration: Integration): void {
  if (integration.state === 'active') return
  throw new ImportRefused(
    `The integration "${integration.handle}" is deactivated, and takes no imports.`,
  )
}

/** A crash of PostgreSQL empties the stage, and a complete import of nothing would deactivate everybody. */
async function requireStaged(tx: Transaction, staged: StagedExport): Promise<void> {
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from staged_account) + (select count(*) from import_unchanged n where ${isPacked})
      + (select count(*) from staged_resource) + (select count(*) from staged_member) as rows`.execute(
    tx,
  )
  const expected = staged.accounts + staged.groups + staged.memberships
  if (rows[0]?.rows === expected) return
  throw new Error('PostgreSQL was restarted while the file was read. Import it again.')
}
