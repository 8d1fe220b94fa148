import { sql } from 'kysely'
import { stageAccounts } from '../../directory/identities/stage-accounts.ts'
import { stageMembers, stageResources } from '../../directory/resources/stage-resources.ts'
import type { Shape } from '../file/mapping.ts'
import type {
  SourceAccount,
  SourceGroup,
  SourceMembership,
  SourceRecord,
} from '../file/source-record.ts'
import type { ImportStage } from './import-stage.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { SourceRecords } from './record-source.ts'
import type { ReportFile } from './report-file.ts'

/** What a source had: how many records of each kind were staged, and how many rows were bad or remarkable. */
export type StagedExport = RecordCounts & {
  shape: Shape | null
  /** Why these can't be all of the source's records, if they say so. */
  unfinished: string | null
}

type RecordCounts = {
  accounts: number
  groups: number
  memberships: number
  bad: number
  notes: number
}

/** Rows per statement: a batch of accounts is about a megabyte of JSON. */
const batchSize = 1000

type Tools = { meter: ProgressMeter; report: ReportFile }

/**
 * Streams the records of a source into the run's stage, bad rows and notes into the report. The next batch is read only
 * once the last one is written.
 */
export async function stageRecords(
  stage: ImportStage,
  { records, state }: SourceRecords,
  { meter, report }: Tools,
): Promise<StagedExport> {
  const staged: RecordCounts = { accounts: 0, groups: 0, memberships: 0, bad: 0, notes: 0 }
  const batches = createBatches(stage)
  for await (const record of records) {
    meter.countRow(state.bytesRead)
    await takeRecord(record, staged, report)
    if (record.kind !== 'bad') await batches.add(record)
  }
  meter.bytesRead = state.bytesRead
  await batches.flush()
  await stage.write(async (tx) => {
    await sql`select analyze_import_stage()`.execute(tx)
  })
  return { ...staged, shape: state.shape, unfinished: state.unfinished }
}

async function takeRecord(
  record: SourceRecord,
  staged: RecordCounts,
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

function createBatches(stage: ImportStage): {
  add(record: GoodRecord): Promise<void>
  flush(): Promise<void>
} {
  let accounts: SourceAccount[] = []
  let groups: SourceGroup[] = []
  let members: SourceMembership[] = []
  const flush = async () => {
    await stage.write(async (tx) => {
      if (accounts.length > 0) await stageAccounts(tx, accounts)
      if (groups.length > 0) await stageResources(tx, groups)
      if (members.length > 0) await stageMembers(tx, members)
    })
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
