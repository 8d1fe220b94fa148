import type { Transaction } from '../../database/database.ts'
import {
  analyzeAccountStage,
  createAccountStage,
  stageAccounts,
} from '../../directory/identities/stage-accounts.ts'
import {
  analyzeResourceStage,
  createResourceStage,
  stageMembers,
  stageResources,
} from '../../directory/resources/stage-resources.ts'
import type { Shape } from '../file/mapping.ts'
import { readExport, type ReadExportOptions } from '../file/read-export.ts'
import type {
  SourceAccount,
  SourceGroup,
  SourceMembership,
  SourceRecord,
} from '../file/source-record.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { ReportFile } from './report-file.ts'

/** What a file held: how many records of each kind were staged, and how many rows were bad or remarkable. */
export type StagedExport = {
  shape: Shape | null
  accounts: number
  groups: number
  memberships: number
  bad: number
  notes: number
}

/** Rows per statement: a batch of accounts is about a megabyte of JSON. */
const batchSize = 1000

/** Streams an export into the transaction's staging tables, bad rows and notes into the report. */
export async function stageExport(
  tx: Transaction,
  options: { path: string } & Pick<ReadExportOptions, 'mapping' | 'format' | 'shape' | 'group'>,
  { meter, report }: { meter: ProgressMeter; report: ReportFile },
): Promise<StagedExport> {
  await createAccountStage(tx)
  await createResourceStage(tx)
  const staged: StagedExport = {
    shape: null,
    accounts: 0,
    groups: 0,
    memberships: 0,
    bad: 0,
    notes: 0,
  }
  const batches = createBatches(tx)
  const records = readExport({
    ...options,
    onBytes: (count) => (meter.bytesRead += count),
    onShape: (shape) => (staged.shape = shape),
  })
  for await (const record of records) {
    meter.countRow()
    await takeRecord(record, staged, report)
    if (record.kind !== 'bad') await batches.add(record)
  }
  await batches.flush()
  await analyzeAccountStage(tx)
  await analyzeResourceStage(tx)
  return staged
}

async function takeRecord(
  record: SourceRecord,
  staged: StagedExport,
  report: ReportFile,
): Promise<void> {
  const { line } = record
  if (record.kind === 'bad') {
    staged.bad += 1
    return report.write({ line, kind: 'rejected', reason: record.reason })
  }
  staged[counter[record.kind]] += 1
  if (record.kind === 'membership') return
  for (const reason of record.notes) {
    staged.notes += 1
    await report.write({ line, kind: 'note', reason })
  }
}

const counter = { account: 'accounts', group: 'groups', membership: 'memberships' } as const

type GoodRecord = SourceAccount | SourceGroup | SourceMembership

function createBatches(tx: Transaction): {
  add(record: GoodRecord): Promise<void>
  flush(): Promise<void>
} {
  let accounts: SourceAccount[] = []
  let groups: SourceGroup[] = []
  let members: SourceMembership[] = []
  const flush = async () => {
    if (accounts.length > 0) await stageAccounts(tx, accounts)
    if (groups.length > 0) await stageResources(tx, groups)
    if (members.length > 0) await stageMembers(tx, members)
    accounts = []
    groups = []
    members = []
  }
  return {
    async add(record) {
      if (record.kind === 'account') accounts.push(record)
      else if (record.kind === 'group') groups.push(record)
      else members.push(record)
      if (accounts.length + groups.length + members.length >= batchSize) await flush()
    },
    flush,
  }
}
