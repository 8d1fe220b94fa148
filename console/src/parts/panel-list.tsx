import { useEffect, useRef, type ReactNode } from 'react'
import type { ApiList } from '../api/use-list.ts'
import { useUrlState, type UrlState } from '../app/url-state.ts'
import type { Column } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { Beside } from './scroll.tsx'

/** A list whose rows open in a panel beside it. The address has the open row (`open`) and the order (`sort`). */
export function PanelList<Row extends { id: string }>({
  label,
  list,
  columns,
  usualSort = '',
  bar,
  panel,
  panelFilters,
  empty,
}: {
  label: string
  list: ApiList<Row>
  columns: readonly Column<Row>[]
  usualSort?: string
  /** The filters, above the table. */
  bar: ReactNode
  panel: (row: Row, close: () => void) => ReactNode
  /** Filters that a panel has in the address, empty: another row does not begin with them. */
  panelFilters?: UrlState
  empty: ReactNode
}) {
  const [{ open, sort = usualSort }, setUrl] = useUrlState()
  const opened = list.rows.find(({ id }) => id === open)
  useNextRow(list.rows, opened)
  return (
    <Beside
      panel={opened !== undefined && panel(opened, () => setUrl({ ...panelFilters, open: '' }))}
    >
      {bar}
      <DataTable
        label={label}
        list={list}
        columns={columns}
        sorting={{ value: sort, onChange: (next) => setUrl({ sort: next }) }}
        selectedId={open}
        onOpen={({ id }) => setUrl({ ...(id !== open && panelFilters), open: id }, { push: true })}
        empty={empty}
      />
    </Beside>
  )
}

/** Where the row that was opened leaves the list, as one that was decided does, the row in its place gets the focus that it or its panel had. */
function useNextRow<Row extends { id: string }>(
  rows: readonly Row[],
  opened: Row | undefined,
): void {
  const last = useRef<{ id: string; index: number }>(undefined)
  useEffect(() => {
    if (opened !== undefined) last.current = { id: opened.id, index: rows.indexOf(opened) }
    const { current: before } = last
    if (before === undefined || rows.some(({ id }) => id === before.id)) return
    last.current = undefined
    if (!isFocusLost()) return
    const next =
      document.querySelector(`main [data-row="${before.index}"]`) ??
      document.querySelector('main [data-row][tabindex="0"]') ??
      document.querySelector('main')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }, [rows, opened])
}

function isFocusLost(): boolean {
  const { activeElement: focused } = document
  return focused === document.body || focused?.localName === 'main'
}
