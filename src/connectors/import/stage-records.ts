import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import {
  chooseRows,
  stagePresent,
  type PassedOverRow,
} from '../../directory/identities/choose-rows.ts'
import {
  keepStates,
  keepUnsaidStates,
  stageAccounts,
} from '../../directory/identities/stage-accounts.ts'
import { stageMembers, stageResources } from '../../directory/resources/stage-resources.ts'
import {
  countRefusals,
  type CountedReason,
  type RefusalCounter,
  type Refusals,
} from '../file/remedies.ts'
import { countUnknown, type UnknownState } from '../file/counted-states.ts'
import type { AbsentColumns } from '../file/absent-columns.ts'
import type { ResourceType } from '../../contract/states.ts'
import { show } from '../file/clean-value.ts'
import type { Shape } from '../file/shape.ts'
import type {
  SourceAccount,
  SourceGroup,
  SourceMembership,
  SourceRecord,
} from '../file/source-record.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { daysOfAccounts } from './days-of-accounts.ts'
import type { ImportStage } from './import-stage.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { ReadState, SourceRecords } from '../records/record-source.ts'
import { leftOutNote, mostLeftOut, type ReportFile } from './report-file.ts'

/** What a source had: how many records of each kind were staged, and how many rows were bad or remarkable. */
export type StagedExport = RecordCounts & {
  shape: Shape | null
  /** Why these can't be all of the source's records, if they say so. */
  unfinished: string | null
  /** What the mapping reads from columns that none of the records has. */
  absent: readonly AbsentColumns[]
  hasStates: boolean | undefined
  /** Accounts that stay suspended or ended, because the table has no column of states. */
  statesUnsaid: number
  /** It was asked for all accounts. */
  listsAccounts: boolean
  /** The types whose groups it has in full, although it may have none. */
  listsTypes: readonly ResourceType[]
  /** Groups that it does not list may be where it could not look. */
  keepsGroups: boolean
  refusals: Refusals[]
  /** Why rows were left out on purpose, most frequent first. */
  leftOut: CountedReason[]
  /** States that the mapping does not have, whose accounts stay as they were. */
  unknownStates: readonly UnknownState[]
  /** How many, also those whose states are not listed. */
  accountsKept: number
}

type RecordCounts = {
  /** Each once, however many rows it has. */
  accounts: number
  /** Further rows of accounts. */
  repeated: number
  groups: number
  memberships: number
  bad: number
  /** Those of them whose account can't be told, and the lines of the first. */
  unidentified: number
  unidentifiedLines: readonly number[]
  /** Rows that were left out, and may be people. */
  peopleLeftOut: number
  notes: number
}

/** Rows per statement: a batch of accounts is about a megabyte of JSON. */
const batchSize = 1000

type Tools = {
  integration: Integration
  meter: ProgressMeter
  report: ReportFile
  signal?: AbortSignal | undefined
}

/** An account of which a row can't be taken, or that could not be read. */
type PresentAccount = { kind: 'present'; vendorId: string }

export type StagedRecord = SourceAccount | SourceGroup | SourceMembership | PresentAccount

/** The records of a source as they are read. `counts` and `state` are of those read so far. */
export type Reading = {
  records: AsyncGenerator<StagedRecord>
  counts: RecordCounts
  refusals: RefusalCounter
  leftOut: RefusalCounter
  unknown: ReturnType<typeof countUnknown>
  state: Readonly<ReadState>
}

/** Reads the records of a source; bad rows and notes go into the report. */
export function readRecords({ records, state }: SourceRecords, tools: Tools): Reading {
  const counts: RecordCounts = {
    accounts: 0,
    repeated: 0,
    groups: 0,
    memberships: 0,
    bad: 0,
    unidentified: 0,
    unidentifiedLines: [],
    peopleLeftOut: 0,
    notes: 0,
  }
  const counters = {
    counts,
    refusals: countRefusals(),
    leftOut: countRefusals(),
    unknown: countUnknown(),
  }
  return { records: readGood({ records, state }, counters, tools), ...counters, state }
}

async function* readGood(
  { records, state }: SourceRecords,
  {
    counts,
    refusals,
    leftOut,
    unknown,
  }: Pick<Reading, 'counts' | 'refusals' | 'leftOut' | 'unknown'>,
  { integration, meter, report, signal }: Tools,
): AsyncGenerator<StagedRecord> {
  const withDays = daysOfAccounts(integration)
  for await (const read of records) {
    const record = read.kind === 'account' ? withDays(read) : read
    signal?.throwIfAborted()
    meter.countRow(state.bytesRead)
    if (record.kind === 'bad') refusals.add(record.reason, record.line)
    if (record.kind === 'left_out') leftOut.add(record.reason, record.line)
    unknown.add(record)
    await takeRecord(record, counts, report)
    if (record.kind === 'bad' || record.kind === 'left_out') {
      if (record.vendorId !== undefined) yield { kind: 'present', vendorId: record.vendorId }
    } else yield record
  }
  meter.bytesRead = state.bytesRead
  if (typeof state.remark !== 'string') return
  counts.notes += 1
  await report.write({ line: null, kind: 'note', reason: state.remark })
}

/** @returns the next records, `size` of them unless the source ends before */
export async function readNext({ records }: Reading, size: number): Promise<StagedRecord[]> {
  const found: StagedRecord[] = []
  while (found.length < size) {
    const next = await records.next()
    if (next.done === true) break
    found.push(next.value)
  }
  return found
}

/** What has been read. */
export function stagedOf({ counts, refusals, leftOut, unknown, state }: Reading): StagedExport {
  return {
    ...counts,
    shape: state.shape,
    unfinished: state.unfinished,
    absent: state.absent ?? [],
    hasStates: state.hasStates,
    statesUnsaid: 0,
    listsAccounts: state.listsAccounts ?? false,
    listsTypes: state.listsTypes ?? [],
    keepsGroups: state.keepsGroups ?? false,
    refusals: refusals.list(3),
    leftOut: leftOut.reasons(mostLeftOut),
    unknownStates: unknown.list(),
    accountsKept: unknown.accounts(),
  }
}

/** Streams records into the run's stage. The next batch is read only once the last one is written. */
export async function stageRecords(
  stage: ImportStage,
  first: readonly StagedRecord[],
  {
    reading,
    integrationId,
    report,
  }: { reading: Reading; integrationId: string; report: ReportFile },
): Promise<StagedExport> {
  let batch = [...first, ...(await readNext(reading, batchSize - first.length))]
  while (batch.length > 0) {
    const records = batch
    await stage.write((tx) => writeRecords(tx, records, integrationId))
    batch = await readNext(reading, batchSize)
  }
  let unsaid = 0
  const passedOver = await stage.write(async (tx) => {
    await sql`select analyze_import_stage()`.execute(tx)
    unsaid = await keepUnsaid(tx, integrationId, reading.state)
    if (reading.state.repeats === true) reading.counts.accounts -= await dropRepeated(tx)
    return passOverRows(tx, integrationId, reading.counts)
  })
  await reportPassedOver(passedOver, reading.counts, report)
  return { ...stagedOf(reading), statesUnsaid: unsaid }
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

async function takeRecord(
  record: SourceRecord,
  staged: RecordCounts,
  report: ReportFile,
): Promise<void> {
  const { line } = record
  if (record.kind === 'bad') {
    staged.bad += 1
    if (record.vendorId === undefined) noteUnidentified(staged, line)
    return report.write({ line, kind: 'rejected', reason: record.reason })
  }
  if (record.kind === 'left_out') {
    staged.notes += 1
    if (record.mayBePerson === true) staged.peopleLeftOut += 1
    return report.write({ line, kind: 'note', reason: leftOutNote(record.reason) })
  }
  const isRepeated = record.kind === 'account' && record.isRepeated === true
  staged[isRepeated ? 'repeated' : counter[record.kind]] += 1
  if (record.kind === 'membership') return
  const unknown = record.kind === 'account' ? (record.unknownStates ?? []) : []
  for (const reason of [...record.notes, ...unknown.map(noteUnknown)]) {
    staged.notes += 1
    await report.write({ line, kind: 'note', reason })
  }
}

/** The finding of a value that no one has given a meaning. */
function noteUnknown({ path, value }: { path: string; value: string }): string {
  return `state has an unknown value at ${path}: ${show(value)}. The account stays what it was, and a new one has not begun: say in the mapping what the value means`
}

/** Lines that a run names. */
const mostLines = 20

function noteUnidentified(staged: RecordCounts, line: number): void {
  staged.unidentified += 1
  if (staged.unidentifiedLines.length < mostLines)
    staged.unidentifiedLines = [...staged.unidentifiedLines, line]
}

const counter = { account: 'accounts', group: 'groups', membership: 'memberships' } as const
