import type { ReactNode } from 'react'
import type { ApiList } from '../api/use-list.ts'
import { useUrlState } from '../app/url-state.ts'
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
  empty,
}: {
  label: string
  list: ApiList<Row>
  columns: readonly Column<Row>[]
  usualSort?: string
  /** The filters, above the table. */
  bar: ReactNode
  panel: (row: Row, close: () => void) => ReactNode
  empty: ReactNode
}) {
  const [{ open, sort = usualSort }, setUrl] = useUrlState()
  const opened = list.rows.find(({ id }) => id === open)
  return (
    <Beside panel={opened !== undefined && panel(opened, () => setUrl({ open: '' }))}>
      {bar}
      <DataTable
        label={label}
        list={list}
        columns={columns}
        sorting={{ value: sort, onChange: (next) => setUrl({ sort: next }) }}
        selectedId={open}
        onOpen={({ id }) => setUrl({ open: id }, { push: true })}
        empty={empty}
      />
    </Beside>
  )
}
