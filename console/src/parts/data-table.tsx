import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UnstyledButton } from '@mantine/core'
import type { ApiList } from '../api/use-list.ts'
import { hiddenColumns, tracksOf, type Column } from './columns.ts'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useCurrentRow } from './use-current-row.ts'
import { useLinesInView } from './use-lines-in-view.ts'
import { Icon } from './icon.tsx'
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

const rowHeight = () => 36

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

function Grid<Row extends { id: string }>(properties: Properties<Row>) {
  const { label, list, columns, chosen, sorting, selectedId, onOpen } = properties
  const { rows } = list
  const { ref, scroller, width, virtual, items } = useLinesInView(list, rows.length, rowHeight)
  const hidden = hiddenColumns(columns, chosen, width)
  const visible = columns.filter(({ id }) => !hidden.includes(id))
  const open = useOpening(columns, onOpen)
  const current = useCurrentRow({
    scroller,
    count: rows.length,
    show: (index) => virtual.scrollToIndex(index),
    open: (index) => open?.(rows[index]),
  })
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
                  onOpen={open && (() => open(row))}
                >
                  {visible.map((column) => (
                    <Cell key={column.id} column={column} row={row} />
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

/** Opens a row: as `onOpen` does, else at the address that a column has. Absent where no row can be opened. */
function useOpening<Row>(columns: readonly Column<Row>[], onOpen: Properties<Row>['onOpen']) {
  const navigate = useNavigate()
  const addressOf = columns.find(({ to }) => to !== undefined)?.to
  if (onOpen === undefined && addressOf === undefined) return undefined
  return (row: Row | undefined) => {
    if (row === undefined) return
    const address = addressOf?.(row)
    if (onOpen !== undefined) onOpen(row)
    else if (address !== undefined) void navigate({ to: address })
  }
}

function Cell<Row>({ column: { align, cell, to }, row }: { column: Column<Row>; row: Row }) {
  const address = to?.(row)
  return (
    <div role="gridcell" className={classes['cell']} data-align={align}>
      {address === undefined ? (
        cell(row)
      ) : (
        <Link to={address} className={classes['link']} tabIndex={-1}>
          {cell(row)}
        </Link>
      )}
    </div>
  )
}

/** The order of the rows as the API takes it: a field, with `-` for descending. */
export type Sorting = { value: string; onChange: (value: string) => void }

function TableHeader<Row>({
  columns,
  sorting,
}: {
  columns: readonly Column<Row>[]
  sorting: Sorting | undefined
}) {
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={classes['headRow']}>
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} sorting={sorting} />
        ))}
      </div>
    </div>
  )
}

function HeaderCell<Row>({
  column: { header, hint, sort, align },
  sorting,
}: {
  column: Column<Row>
  sorting: Sorting | undefined
}) {
  if (sort === undefined || sorting === undefined)
    return (
      <div role="columnheader" className={classes['headCell']} data-align={align} title={hint}>
        {header}
      </div>
    )
  const isDescending = sorting.value === `-${sort}`
  const isSorted = isDescending || sorting.value === sort
  const order = isDescending ? 'descending' : 'ascending'
  return (
    <div
      role="columnheader"
      className={classes['headCell']}
      data-align={align}
      aria-sort={isSorted ? order : 'none'}
    >
      <UnstyledButton
        className={classes['sort']}
        data-sorted={isSorted}
        onClick={() => sorting.onChange(sorting.value === sort ? `-${sort}` : sort)}
      >
        {header}
        <Icon name={isDescending ? 'down' : 'up'} size={11} />
      </UnstyledButton>
    </div>
  )
}

/** A row of a table, which a click anywhere opens. */
function TableRow({
  index,
  isCurrent,
  isSelected,
  onFocus,
  onOpen,
  children,
}: {
  index: number
  isCurrent: boolean
  isSelected: boolean
  onFocus: () => void
  onOpen: (() => void) | undefined
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter is a shortcut of the table
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      data-opens={onOpen !== undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={classes['row']}
      onFocus={onFocus}
      onClick={({ target }) => {
        if (!isOnControl(target)) onOpen?.()
      }}
    >
      {children}
    </div>
  )
}

/** A click on a link or a button in a row is for that, and so is the end of a selection of text. */
function isOnControl(target: EventTarget): boolean {
  if (getSelection()?.isCollapsed === false) return true
  return target instanceof Element && target.closest('a, button, input') !== null
}
