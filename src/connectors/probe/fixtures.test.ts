import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readExport } from '../file/read-export.ts'
import { interpretExport, settingsOf } from './interpret-export.ts'
import type { IntegrationDefaults } from '../file/mappings/default-mappings.ts'
import type { SourceRecord } from '../file/source-record.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'

/**
 * Files in the formats that products export, with invented people, and the records that are read from them: the mapping is
 * the one that is suggested for the file. A file that is no list of people has the product `none`, and the reason.
 */
const folder = new URL('fixtures/', import.meta.url)

type Expected = { product: string; records: readonly string[] }

const expected: Readonly<Record<string, Expected>> = JSON.parse(
  await readFile(new URL('expected.json', folder), 'utf8'),
)

for (const [name, { product, records }] of Object.entries(expected)) {
  test(`${name} is read as ${product}, with its people`, async () => {
    assert.deepEqual(await describe(new URL(name, folder).pathname), { product, records })
  })
}

async function describe(path: string): Promise<Expected> {
  const read = await interpretExport({ open: () => ({ path }), most: 1000 }).catch(
    (error: unknown) => {
      if (error instanceof UnreadableExport) return error
      throw error
    },
  )
  if (read instanceof UnreadableExport) return { product: 'none', records: [read.message] }
  const settings = settingsOf(read)
  const records = await Array.fromAsync(readExport({ path, mapping: read.mapping }))
  return {
    product: read.product.name,
    records: records.map((record) => describeRecord(record, settings)),
  }
}

function describeRecord(record: SourceRecord, settings: IntegrationDefaults): string {
  if (record.kind === 'bad') return `refused: ${record.reason}`
  if (record.kind === 'left_out') return `left out: ${record.reason}`
  if (record.kind === 'group')
    return `${record.resourceType} ${record.vendorId}: ${record.name}, in ${record.parentVendorId}`
  if (record.kind === 'membership')
    return `${record.role} of ${record.groupVendorId}: ${record.accountVendorId}`
  const { vendorId, firstName, lastName, email, state, isNew, profile } = record
  const keys = {
    number: profile[settings.employeeIdProfileKey ?? ''],
    manager: profile[settings.managerProfileKey ?? ''],
    'manager by name': profile['managerName'],
    department: profile['department'],
    kind: profile['account_kind'],
  }
  const known = Object.entries(keys).filter(([, value]) => value !== undefined && value !== null)
  return [
    `${vendorId}: ${firstName} / ${lastName}, ${email}, ${state}${isNew ? ' (new)' : ''}`,
    ...known.map(([key, value]) => `${key} ${JSON.stringify(value)}`),
  ].join(', ')
}
