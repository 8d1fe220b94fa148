import { isDeepStrictEqual } from 'node:util'
import type { Mapping } from '../file/mapping.ts'
import { createListGuard } from '../file/record-lists.ts'
import { readRowsBy, type Examine } from '../file/read-export.ts'
import type { SourceAccount, SourceRecord } from '../file/source-record.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import { anyTable } from './choose-product.ts'
import { columnsOf } from './interpret-export.ts'
import { refuseMemberships } from './refuse-memberships.ts'
import { suggestMapping } from './suggest-settings.ts'

/**
 * Refuses a table that is read without a mapping of its own, where a probe would understand it differently. Undefined for a mapping
 * that someone has stored.
 */
export function refusalOfUnprobed(mapping: Mapping): Examine | undefined {
  return isDeepStrictEqual(mapping, anyTable.defaults.mapping) ? refuseUnprobed : undefined
}

const refuseUnprobed: Examine = (sample, format) => {
  const guard = createListGuard()
  const values = sample.flatMap((row) =>
    row.kind === 'raw' && guard(row) === null ? [row.value] : [],
  )
  const { paths, leaves, rows } = columnsOf(values)
  const own = suggestMapping(anyTable, paths, { rows, leaves })
  refuseMemberships(rows, { names: leaves, columns: paths }, own.account)
  const probed = new Map(readRowsBy(own, sample, format).map((record) => [record.line, record]))
  for (const record of readRowsBy(anyTable.defaults.mapping, sample, format)) {
    const other = probed.get(record.line)
    if (record.kind !== 'account' || other === undefined || isSame(record, other)) continue
    throw new UnreadableExport(
      `This file needs a mapping of its own: what some of its columns mean shows only in their values. Line ${record.line} would be read as ${show(record)}; with such a mapping it is ${show(other)}. Run muster connect on the file, or send it with probe=true and by=product, check what the answer shows, and store its mapping.`,
    )
  }
}

function isSame(one: SourceAccount, other: SourceRecord): boolean {
  return (
    other.kind === 'account' &&
    isDeepStrictEqual(
      [one.state, one.email, one.fullName],
      [other.state, other.email, other.fullName],
    )
  )
}

function show(record: SourceRecord): string {
  if (record.kind === 'bad') return `refused (${record.reason})`
  if (record.kind !== 'account') return record.kind.replace('_', ' ')
  const { state, email, fullName } = record
  return `${state}, ${fullName === '' ? 'without a name' : fullName}, ${email ?? 'without an address'}`
}
