import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { calendarOf } from '../../contract/days.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { Encoding } from '../file/decode-text.ts'
import type { Shape } from '../file/shape.ts'
import type { ExportSource } from '../file/open-export.ts'
import { relateRows, usualMappings } from '../vendors.ts'
import { examineFit } from '../probe/fits-mapping.ts'
import { readExport } from '../file/read-export.ts'
import type { KnownGroup } from '../file/read-membership.ts'
import type { Format } from '../file/sniff-format.ts'
import { absentColumns, hasStates } from '../file/absent-columns.ts'
import { columnFinder } from '../file/bind-columns.ts'
import { importRecords, type ImportOptions } from './import-records.ts'
import { mappingOf } from './integration-mapping.ts'
import type { ImportOutcome } from './outcome.ts'
import type { ReadState, RecordSource } from '../records/record-source.ts'
import { requireGroup } from './require-group.ts'

/** A vendor's export: a file or a stream, unpacked where it is packed with gzip. */
export type ExportOptions = ExportSource & {
  integrationHandle: string
  /** The export lists everything of the source: accounts and members that it does not list are removed there. */
  isComplete: boolean
  format?: Format
  encoding?: Encoding
  shape?: Shape
  /** The group of a list of members whose records do not name it. */
  group?: KnownGroup
  /** Where bad rows and notes go as JSON lines; by default the path with `.rejected.jsonl`, and with null nowhere. */
  reportPath?: string | null
  /** The size of a stream, if it is known. */
  bytesTotal?: number
}

/** Imports one vendor export ({@link importRecords}). Throws also what the file system throws. */
export async function importExport(
  database: Database,
  options: ExportOptions & ImportOptions,
): Promise<ImportOutcome> {
  return importRecords(database, await exportSource(options), options)
}

/** The records of an export. The integration's mapping says where their fields are. */
export async function exportSource(options: ExportOptions): Promise<RecordSource> {
  const { integrationHandle, isComplete, group } = options
  const name = 'path' in options ? options.path : (options.name ?? 'stream')
  const bytesTotal = 'path' in options ? (await stat(options.path)).size : (options.bytesTotal ?? 0)
  const { reportPath = `${name}.rejected.jsonl` } = options
  return {
    integrationHandle,
    isComplete,
    name,
    bytesTotal,
    reportPath,
    async open({ tx, now }, integration) {
      const mapping = mappingOf(integration)
      const calendar = calendarOf(now, integration)
      const usual = usualMappings(integration)
      if (group !== undefined) await requireGroup(tx, group, { integration, mapping })
      const state: ReadState = {
        bytesRead: 0,
        shape: null,
        unfinished: null,
        remark: null,
        absent: [],
      }
      const records = readExport({
        ...options,
        relate: relateRows,
        mapping,
        calendar,
        idKeys: await knownIdKeys(tx, integration.id),
        examine: examineFit(mapping, usual),
        onBytes: (count) => (state.bytesRead += count),
        onEncoding: (read) => (state.remark = read.isAssumed ? assumed(read.encoding) : null),
        onColumns: (columns, format) => {
          const isThere = columnFinder(columns)
          const shape = columns.length === 0 ? null : state.shape
          state.absent = absentColumns(mapping, usual, { isThere, shape })
          if (shape === 'accounts') state.hasStates = hasStates(mapping, { isThere, format })
        },
        onShape: (shape) => (state.shape = shape),
        onUnfinished: (why) => (state.unfinished = why),
      })
      return { records, state }
    },
  }
}

function assumed(encoding: Encoding): string {
  return `The file does not say its encoding, and was read as ${encoding}. If letters are wrong, name it with --encoding.`
}

/** So many accounts tell. */
const mostAccounts = 1000

/** The keys of profiles that hold the ids of the accounts of an integration, most frequent first. */
async function knownIdKeys(tx: Transaction, integrationId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select said.key from (
      select vendor_id, profile from identity
      where integration_id = ${integrationId} and jsonb_typeof(profile) = 'object'
      order by id desc limit ${mostAccounts}
    ) known cross join jsonb_each_text(known.profile) said
    where lower(said.value) = lower(known.vendor_id)
    group by said.key order by count(*) desc, said.key limit 20`.execute(tx)
  return rows.map(({ key }) => key)
}
