import type { Calendar } from '../../contract/days.ts'
import type { JsonObject } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { createAccountReader } from '../file/read-account.ts'
import type { BadRow, LeftOutRow, SourceAccount } from '../file/source-record.ts'

/** Reads the record of one account, which messages call by the name. */
export type AccountReader = (
  mapping: AccountMapping,
  days?: Partial<Calendar>,
) => (record: JsonObject, name: string) => SourceAccount | BadRow | LeftOutRow

/** As the readers of files take a record; its size is checked. */
export const asRow = (value: JsonObject) => ({
  kind: 'raw' as const,
  line: 1,
  value,
  chars: 0x10000,
})

/**
 * Reads the records of accounts. An address that is none is left out with a remark: a row that is refused would keep
 * everyone who has left.
 */
export const accountReader: AccountReader = (mapping, days = {}) => {
  // Each time a new reader: its memory of ids would make an account that a list has twice a bad row.
  const read: ReturnType<typeof createAccountReader> = (row, by) =>
    createAccountReader(days)(row, by)
  return (record, id) => {
    const found = read(asRow(record), mapping)
    if (found.kind !== 'bad') return found
    const again = read(asRow(record), { ...mapping, email: [] })
    if (again.kind === 'bad') return { ...found, reason: `${clip(id)}: ${found.reason}` }
    if (again.kind === 'left_out') return again
    return { ...again, notes: [...again.notes, `${clip(id)}: ${found.reason}; it was left out`] }
  }
}
