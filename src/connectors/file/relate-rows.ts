import type { RawRow } from './raw-row.ts'
import type { Format } from './sniff-format.ts'

/**
 * Tells the records of an export what others in it say of them, where its text begins as one of the product's does; null where it is
 * none. `head`: the beginning.
 */
export type RelateRows = (
  rows: AsyncIterable<RawRow[]>,
  text: { head: string; format: Format },
) => AsyncIterable<RawRow[]> | null
