import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ApiList } from '../api/use-list.ts'
import { hiddenColumns, tracksOf, type Column } from './columns.ts'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableHeader, type Sorting } from './table-header.tsx'
import { TableRow } from './table-row.tsx'
import { useCurrentRow } from './use-current-row.ts'
import classes from './data-table.module.css'

type Properties<Row> = {
  /** What the rows are, for readers of the screen. */
  label: string
  list: ApiList<Row>
  columns: readonly Column<Row>[]
  /** The ids of the columns to show; without it those that are not optional. */
  chosen?: readonly string[] | undefined
  sorting?: Sorting | undefined
  /** The row whose details are open beside the table. */
  selectedId?: string | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** What is shown where there is no row. */
  empty: ReactNode
}

const rowHeight = 36
const rowsAhead = 30

/**
 * A list of the API as a table: only the rows in view are in the page, more are read as one scrolls, and columns that
 * do not fit are left out, the last one first. j and k move, Enter opens.
 */
export function DataTable<Row extends { id: string }>(properties: Properties<Row>) {
  const { list, empty } = properties
  if (list.rows.length > 0 || list.isPending) return <Grid {...properties} />
  return (
    <div className={classes['scroller']}>
      {list.error === null ? empty : <ErrorState error={list.error} retry={list.retry} />}
    </div>
  )
}

function Grid<Row extends { id: string }>({
  label,
  list,
  columns,
  chosen,
  sorting,
  selectedId,
  onOpen,
}: Properties<Row>) {
  const { ref: sizeRef, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, scroller)
  const hidden = hiddenColumns(columns, chosen, width)
  const visible = columns.filter(({ id }) => !hidden.includes(id))
  const { rows } = list
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const items = virtual.getVirtualItems()
  useReadingAhead(list, items.at(-1)?.index ?? 0)
  const open = (index: number) => {
    const row = rows[index]
    if (row !== undefined) onOpen?.(row)
  }
  const show = (index: number) => virtual.scrollToIndex(index)
  const current = useCurrentRow({ scroller, count: rows.length, show, open })
  return (
    <div ref={ref} className={classes['scroller']} aria-busy={list.isPending || list.isStale}>
      <div
        role="grid"
        aria-label={label}
        aria-readonly
        aria-rowcount={list.hasMore ? -1 : rows.length + 1}
        className={classes['table']}
        style={{ gridTemplateColumns: tracksOf(visible) }}
        data-stale={list.isStale}
      >
        <TableHeader columns={visible} sorting={sorting} />
        {list.isPending ? (
          <SkeletonRows columns={visible.length} />
        ) : (
          <div
            role="rowgroup"
            className={classes['body']}
            style={{ height: virtual.getTotalSize(), paddingTop: items[0]?.start }}
          >
            {items.map(({ index }) => {
              const row = rows[index]
              return row === undefined ? null : (
                <TableRow
                  key={row.id}
                  index={index}
                  isCurrent={index === current.index}
                  isSelected={row.id === selectedId}
                  onFocus={() => current.setIndex(index)}
                  onOpen={onOpen === undefined ? undefined : () => open(index)}
                >
                  {visible.map(({ id, align, cell }) => (
                    <div key={id} role="gridcell" className={classes['cell']} data-align={align}>
                      {cell(row)}
                    </div>
                  ))}
                </TableRow>
              )
            })}
          </div>
        )}
      </div>
      {list.error !== null && <ErrorState error={list.error} retry={list.retry} />}
    </div>
  )
}

/** Reads the next page before the last row comes into view. */
function useReadingAhead(
  { hasMore, loadMore, rows, error }: ApiList<unknown>,
  lastShown: number,
): void {
  useEffect(() => {
    if (hasMore && error === null && lastShown >= rows.length - rowsAhead) loadMore()
  })
}
