import { Readable } from 'node:stream'
import type { IntegrationVendor } from '../../contract/states.ts'
import { integrationDefaults } from './mappings/default-mappings.ts'
import { readExport, type ReadExportOptions } from './read-export.ts'
import type { SourceRecord } from './source-record.ts'

type Options = Partial<ReadExportOptions> & { name?: string; chunk?: number }

/** Reads an export by its vendor's default mapping, in pieces of `chunk` bytes. */
export async function read(
  vendor: IntegrationVendor,
  text: string | Buffer,
  options: Options = {},
): Promise<SourceRecord[]> {
  const { name = '', chunk = 7, ...rest } = options
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  )
  const { mapping } = integrationDefaults(vendor, '')
  return Array.fromAsync(readExport({ stream: Readable.from(pieces), name, mapping, ...rest }))
}

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
