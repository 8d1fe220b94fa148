import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readExport } from '../file/read-export.ts'
import { interpretExport, settingsOf } from './interpret-export.ts'
import type { IntegrationDefaults } from '../pull/describe-vendor.ts'
import type { SourceRecord } from '../file/source-record.ts'
import { relateRows } from '../vendors.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { isOpen } from './question.ts'

/**
 * Files in the formats that products export, with invented people, and the records that are read from them. Each is known by its product,
 * asked about (`open`: what somebody has to answer, `proposed`: what is proposed besides), or refused with the reason.
 */
const folder = new URL('fixtures/', import.meta.url)

type Expected =
  | { known: string; records: readonly string[] }
  | { open: readonly string[]; proposed: readonly string[]; records: readonly string[] }
  | { refused: string }

const expected: Readonly<Record<string, Expected>> = JSON.parse(
  await readFile(new URL('expected.json', folder), 'utf8'),
)

for (const [name, each] of Object.entries(expected)) {
  const how = 'known' in each ? 'known' : 'open' in each ? 'asked about' : 'refused'
  test(`${name} is ${how}`, async () => {
    assert.deepEqual(await describe(new URL(name, folder).pathname), each)
  })
}

async function describe(path: string): Promise<Expected> {
  const read = await interpretExport({ source: { path }, most: 1000 }).catch((error: unknown) => {
    if (error instanceof UnreadableExport) return error
    throw error
  })
  if (read instanceof UnreadableExport) return { refused: read.message }
  const settings = settingsOf(read)
  const all = await Array.fromAsync(readExport({ path, mapping: read.mapping, relate: relateRows }))
  const records = all.map((record) => describeRecord(record, settings))
  if (read.product.name !== 'file') return { known: read.product.name, records }
  const proposed = read.questions.filter((question) => !isOpen(question))
  return {
    open: read.questions.filter(isOpen).map(({ id }) => id),
    proposed: proposed.map(({ id, proposed: value }) => `${id}: ${value}`),
    records,
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
