import type { ReactNode } from 'react'

/** A column of a table. Where the table is narrow, the last columns are left out first: order them by importance. */
export type Column<Row> = {
  id: string
  header: string
  /** What the header means, on hover. */
  hint?: string
  cell: (row: Row) => ReactNode
  /** The value as text, for downloads. */
  text: (row: Row) => string
  /** Its smallest width in px, and its share of the room that is left, 1 unless given. */
  min: number
  grow?: number
  align?: 'end'
  /** The page that the row leads to: its cell is a link, and Enter on the row opens it. */
  to?: (row: Row) => string | undefined
  /** The field that the API sorts by. */
  sort?: string
  /** Shown only where it is chosen. */
  isOptional?: boolean
}

/** The columns that are not shown: not chosen, or beyond the width. The first column always stays. */
export function hiddenColumns(
  columns: readonly { id: string; min: number; isOptional?: boolean }[],
  chosen: readonly string[] | undefined,
  width: number,
): string[] {
  const isWanted = (id: string, isOptional = false) =>
    chosen === undefined ? !isOptional : chosen.includes(id)
  let used = 0
  return columns.flatMap(({ id, min, isOptional }, index) => {
    if (index > 0 && !isWanted(id, isOptional)) return [id]
    used += min
    // Before the first measurement everything is shown, so that no cell appears late.
    return index > 0 && width > 0 && used > width - sideGaps ? [id] : []
  })
}

const sideGaps = 16

/** The tracks of the grid. */
export function tracksOf(columns: readonly { min: number; grow?: number }[]): string {
  return columns.map(({ min, grow = 1 }) => `minmax(${min}px, ${grow}fr)`).join(' ')
}
