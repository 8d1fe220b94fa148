import { Readable } from 'node:stream'
import type { IntegrationVendor } from '../src/contract/states.ts'
import { completeMapping } from '../src/connectors/file/complete-mapping.ts'
import { integrationDefaults, relateRows } from '../src/connectors/vendors.ts'
import {
  openRows,
  readExport,
  type OpenExport,
  type ReadExportOptions,
} from '../src/connectors/file/read-export.ts'
import type { Mapping } from '../src/connectors/file/mapping.ts'
import { propose } from '../src/connectors/probe/propose.ts'
import type { SourceRecord } from '../src/connectors/file/source-record.ts'

type Options = Partial<ReadExportOptions> & { name?: string; chunk?: number }

/** Reads an export by its vendor's default mapping, or a table by the mapping that is proposed for it, in pieces of `chunk` bytes. */
export async function read(
  vendor: IntegrationVendor,
  text: string | Buffer,
  options: Options = {},
): Promise<SourceRecord[]> {
  const { name = '', chunk = 7, ...rest } = options
  const bytes = Buffer.from(text)
  const open = () =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
        bytes.subarray(index * chunk, (index + 1) * chunk),
      ),
    )
  const mapping =
    rest.mapping ??
    (vendor === 'file'
      ? await proposed({ stream: open(), name, ...rest })
      : integrationDefaults(vendor, '').mapping)
  return Array.fromAsync(readExport({ stream: open(), name, relate: relateRows, ...rest, mapping }))
}

async function proposed(options: OpenExport): Promise<Mapping> {
  const { rows: batches } = await openRows({ ...options, relate: relateRows })
  const rows = (await Array.fromAsync(batches)).flat()
  return propose(
    rows.flatMap((row) => (row.kind === 'raw' ? [row.value] : [])),
    {},
  ).mapping
}

/** A table with the columns `id`, `name` and `email`. */
export const plainTable = completeMapping({
  account: { vendor_id: ['id'], email: ['email'], full_name: ['name'] },
})

/** The records of one kind, in their order. */
export function ofKind<K extends SourceRecord['kind']>(
  records: readonly SourceRecord[],
  kind: K,
): Extract<SourceRecord, { kind: K }>[] {
  return records.filter(
    (record): record is Extract<SourceRecord, { kind: K }> => record.kind === kind,
  )
}

export const oktaUser = {
  id: '00u1a2b3c4d5e6f7g8h9',
  status: 'ACTIVE',
  created: '2019-04-01T08:30:00.000Z',
  profile: {
    login: 'zoe.king',
    email: 'Zoe.King@acme.example',
    firstName: 'Zoë',
    lastName: 'King',
    department: 'Sales',
  },
}
