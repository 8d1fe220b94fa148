import { textColumn } from './column-kinds.tsx'
import type { Column } from './columns.ts'
import { Middle } from './middle.tsx'
import { roleWords } from './kinds.ts'
import { Time } from './time.tsx'

type Should = { role_handle: string; role_name: string; since: string | null } | null | undefined
type Has = { role_handle: string; since: string } | null | undefined

type ShouldHas<Row> = Readonly<Record<'should' | 'has' | 'shouldSince' | 'hasSince', Column<Row>>>

/** Which role somebody should have beside the one that they have at the vendor, and since when: for every page that compares. */
export function shouldHasColumns<Row>(
  shouldOf: (row: Row) => Should,
  hasOf: (row: Row) => Has,
): ShouldHas<Row> {
  return {
    should: textColumn('should', 'Should have', (row) => shouldOf(row)?.role_handle, {
      min: 95,
      grow: 0.7,
      cell: (row) => {
        const should = shouldOf(row)
        return should && <Middle text={should.role_name} />
      },
    }),
    has: textColumn('has', 'Has', (row) => hasOf(row)?.role_handle, {
      min: 95,
      grow: 0.7,
      cell: (row) => {
        const has = hasOf(row)
        return has && <Middle text={roleWords(has.role_handle)} />
      },
    }),
    shouldSince: textColumn('should_since', 'Should since', (row) => shouldOf(row)?.since, {
      min: 105,
      grow: 0.5,
      cell: (row) => sinceCell(shouldOf(row)),
    }),
    hasSince: textColumn('has_since', 'Has since', (row) => hasOf(row)?.since, {
      min: 105,
      grow: 0.5,
      cell: (row) => sinceCell(hasOf(row)),
    }),
  }
}

function sinceCell(held: { since: string | null } | null | undefined) {
  return held?.since && <Time at={held.since} />
}
