import type { ResourceType } from '../../contract/states.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import type { AbsentColumns } from '../file/absent-columns.ts'
import { show } from '../file/clean-value.ts'
import { countUnknown, type UnknownState } from '../file/counted-states.ts'
import {
  countRefusals,
  type CountedReason,
  type RefusalCounter,
  type Refusals,
} from '../file/remedies.ts'
import type { Shape } from '../file/shape.ts'
import type {
  SourceAccount,
  SourceGroup,
  SourceMembership,
  SourceRecord,
} from '../file/source-record.ts'
import type { ReadState, SourceRecords } from '../records/record-source.ts'
import { daysOfAccounts } from './days-of-accounts.ts'
import type { ProgressMeter } from './progress-meter.ts'
import { leftOutNote, mostLeftOut, unknownStateNote, type ReportFile } from './report-file.ts'

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

export type RecordCounts = {
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
  return unknownStateNote(path, show(value))
}

/** Lines that a run names. */
const mostLines = 20

function noteUnidentified(staged: RecordCounts, line: number): void {
  staged.unidentified += 1
  if (staged.unidentifiedLines.length < mostLines)
    staged.unidentifiedLines = [...staged.unidentifiedLines, line]
}

const counter = { account: 'accounts', group: 'groups', membership: 'memberships' } as const
