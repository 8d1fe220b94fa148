import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import {
  chooseRows,
  stagePresent,
  type PassedOverRow,
} from '../../directory/identities/choose-rows.ts'
import type { SaysNew } from '../../directory/identities/changed-accounts.ts'
import {
  hasReported,
  packUnchanged,
  reportOf,
  stageReported,
  unpackRepeated,
  type ReportedAccount,
} from '../../directory/identities/reported-accounts.ts'
import {
  keepStates,
  keepUnsaidStates,
  stageAccounts,
} from '../../directory/identities/stage-accounts.ts'
import { stageMembers, stageResources } from '../../directory/resources/stage-resources.ts'
import { show } from '../file/clean-value.ts'
import type { SourceAccount } from '../file/source-record.ts'
import type { ReadState } from '../records/record-source.ts'
import type { ImportStage } from './import-stage.ts'
import {
  type StagedExport,
  type RecordCounts,
  type StagedRecord,
  type Reading,
  readNext,
  stagedOf,
} from './read-records.ts'
import type { ReportFile } from './report-file.ts'

/** Rows per statement: a batch of accounts is about a megabyte of JSON. */
const batchSize = 1000

type Staging = { reading: Reading; integration: SaysNew; report: ReportFile }

/** Streams records into the run's stage. One batch is read while the one before it is written. */
export async function stageRecords(
  stage: ImportStage,
  first: readonly StagedRecord[],
  { reading, integration, report }: Staging,
): Promise<StagedExport> {
  const { id: integrationId } = integration
  let batch = [...first, ...(await readNext(reading, batchSize - first.length))]
  const isKnown = await stage.write((tx) => hasReported(tx, integration))
  for (let pack = 0; batch.length > 0; pack += 1) {
    const records = batch
    const writing = stage.write((tx) => writeBatch(tx, records, { integration, pack, isKnown }))
    ;[batch] = await Promise.all([readNext(reading, batchSize), writing])
  }
  const { repeated, bad } = reading.counts
  let unsaid = 0
  const passedOver = await stage.write(async (tx) => {
    if (repeated + bad > 0 || reading.state.repeats === true) await unpackRepeated(tx)
    await sql`select analyze_import_stage()`.execute(tx)
    unsaid = await keepUnsaid(tx, integrationId, reading.state)
    if (reading.state.repeats === true) reading.counts.accounts -= await dropRepeated(tx)
    return passOverRows(tx, integrationId, reading.counts)
  })
  await reportPassedOver(passedOver, reading.counts, report)
  return { ...stagedOf(reading), statesUnsaid: unsaid }
}

type Batch = { integration: SaysNew; pack: number; isKnown: boolean }

/** Writes a batch to the stage, without what is stored as it is reported, if something is stored of the source (`isKnown`). */
async function writeBatch(
  tx: Transaction,
  batch: readonly StagedRecord[],
  { integration, pack, isKnown }: Batch,
): Promise<void> {
  const reported: ReportedAccount[] = []
  const others: StagedRecord[] = []
  for (const each of batch)
    if (each.kind === 'account' && isToldByDigest(each)) reported.push(reportOf(each, integration))
    else others.push(each)
  const unknown = isKnown
    ? await packUnchanged(tx, integration, { accounts: reported, pack })
    : reported
  await stageReported(tx, unknown)
  await writeRecords(tx, others, integration.id)
}

/** What other accounts mean depends on the day, on what was known of them, or on other rows. */
function isToldByDigest({ days, unknownStates, isRepeated }: SourceAccount): boolean {
  return (days ?? null) === null && unknownStates === undefined && isRepeated !== true
}

/** Keeps states of which a table has no column. @returns of how many accounts */
export async function keepUnsaid(
  tx: Transaction,
  integrationId: string,
  { hasStates }: Pick<ReadState, 'hasStates'>,
): Promise<number> {
  return hasStates === false ? keepUnsaidStates(tx, integrationId) : 0
}

/** Leaves one row of each account in the stage. @returns the others */
export async function passOverRows(
  tx: Transaction,
  integrationId: string,
  { repeated, bad }: RecordCounts,
): Promise<PassedOverRow[]> {
  return repeated + bad === 0 ? [] : chooseRows(tx, integrationId)
}

/** Counts and reports rows that are not taken because of others. */
export async function reportPassedOver(
  rows: readonly PassedOverRow[],
  counts: RecordCounts,
  report: ReportFile,
): Promise<void> {
  for (const { line, vendorId, chosen } of rows) {
    counts.notes += 1
    if (chosen === null) counts.accounts -= 1
    const why =
      chosen === null
        ? 'is left as it is, because another row of it can’t be read'
        : `is taken from line ${chosen}, the row that counts`
    await report.write({ line, kind: 'note', reason: `the account ${show(vendorId)} ${why}` })
  }
}

/** Of an account that was read more than once the last record counts. @returns how many were dropped */
async function dropRepeated(tx: Transaction): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_account a using import_account later
    where a.run_id = current_import_run() and later.run_id = a.run_id
      and later.vendor_id = a.vendor_id and later.line > a.line`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** {@link dropRepeated} of records that are not written yet. */
export function withoutRepeated(
  records: readonly StagedRecord[],
  reading: Reading,
): readonly StagedRecord[] {
  if (reading.state.repeats !== true) return records
  const last = new Map(
    records.flatMap((record) => (record.kind === 'account' ? [[record.vendorId, record]] : [])),
  )
  const kept = records.filter((one) => one.kind !== 'account' || last.get(one.vendorId) === one)
  reading.counts.accounts -= records.length - kept.length
  return kept
}

/** Adds records to the run that the transaction stages. */
export async function writeRecords(
  tx: Transaction,
  batch: readonly StagedRecord[],
  integrationId: string,
): Promise<void> {
  const accounts = batch.filter((record) => record.kind === 'account')
  const groups = batch.filter((record) => record.kind === 'group')
  const members = batch.filter((record) => record.kind === 'membership')
  if (accounts.length > 0) await stageAccounts(tx, accounts)
  const unknown = accounts.filter((each) => each.unknownStates !== undefined)
  if (unknown.length > 0) await keepStates(tx, unknown, integrationId)
  const present = batch.flatMap((each) => (each.kind === 'present' ? [each.vendorId] : []))
  if (present.length > 0) await stagePresent(tx, present)
  if (groups.length > 0) await stageResources(tx, groups)
  if (members.length > 0) await stageMembers(tx, members)
}
