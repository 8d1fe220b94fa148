import { useEffect, useRef, type ReactNode } from 'react'
import type { UrlState } from '../../app/url-state.ts'
import { Chip, FilterBar, Total } from '../filter-bar.tsx'
import type { Column } from '../columns.ts'
import { ColumnsMenu } from '../columns-menu.tsx'
import { CsvButton } from '../csv-button.tsx'
import { DataTable } from '../data-table.tsx'
import { EmptyList } from '../empty-state.tsx'
import { Page } from '../page.tsx'
import { Beside } from '../scroll.tsx'
import { searchText } from './narrowing.ts'
import { shownRange } from '../instants.ts'
import type { FilteredList } from './use-filtered-list.ts'
import classes from '../scroll.module.css'

type Shown<Row> = {
  list: FilteredList<Row>
  /** Those of the list, where they do not depend on its rows. */
  columns?: readonly Column<Row>[]
  /** Of the file that can be saved. */
  csv?: string
  /** Beside the filters. */
  actions?: ReactNode
  /** Above the filters, between them and the rows, and below the rows. */
  above?: ReactNode
  note?: ReactNode
  below?: ReactNode
  /** What is shown where there is no row, if not the texts of the list. */
  empty?: ReactNode
  /** The details of the opened row (`open` in the address), beside the list. */
  panel?: ((row: Row, close: () => void) => ReactNode) | undefined
  /** The same of what the address names, which may be no row of the list. */
  panelOf?: ((open: string, row: Row | undefined, close: () => void) => ReactNode) | undefined
  /** What the address has while the panel is open, empty: another row does not begin with it. */
  panelFilters?: UrlState
  /** What opens a row in the panel, if not `open` with its id; undefined for a row that cannot be opened. */
  opening?: (row: Row) => UrlState | undefined
  isTop?: boolean
}

const openById = ({ id }: { id: string }): UrlState => ({ open: id })

/** A list with its filters: the address has what narrows it, its order and the row that is open. */
export function List<Row extends { id: string }>({
  list,
  columns = list.columns,
  above,
  note,
  below,
  empty,
  panel,
  panelFilters,
  panelOf,
  opening = openById,
  isTop = false,
  ...bar
}: Shown<Row>) {
  const { url, setUrl, words, sort: value } = list
  const { open } = url
  const opened =
    open === undefined ? undefined : list.rows.find((row) => opening(row)?.['open'] === open)
  useNextRow(list.rows, panel === undefined ? undefined : opened)
  const openPanel = (row: Row) => {
    const patch = opening(row)
    if (patch !== undefined)
      setUrl({ ...(row !== opened && panelFilters), ...patch }, { push: true })
  }
  const close = () => setUrl({ ...panelFilters, open: '' })
  return (
    <Beside
      isTop={isTop}
      panel={
        (opened !== undefined && panel?.(opened, close)) ||
        (open !== undefined && panelOf?.(open, opened, close))
      }
    >
      <div className={classes['above']}>{above}</div>
      <Bar list={list} columns={columns} {...bar} />
      <div className={classes['note']}>{note}</div>
      <DataTable
        label={words.title}
        list={list}
        columns={columns}
        chosen={url['columns']?.split(',')}
        sorting={value === undefined ? value : { value, onChange: (sort) => setUrl({ sort }) }}
        selectedId={opened?.id}
        onOpen={panel === undefined && panelOf === undefined ? undefined : openPanel}
        empty={
          empty ?? <EmptyList none={words.none} noMatch={words.noMatch} onClear={list.clear} />
        }
      />
      {below}
    </Beside>
  )
}

/** A page that is a list. */
export function ListPage<Row extends { id: string }>({
  subtitle,
  tabs,
  action,
  ...list
}: Shown<Row> & { subtitle?: string; tabs?: ReactNode; action?: ReactNode }) {
  return (
    <Page title={list.list.words.title} subtitle={subtitle} tabs={tabs} action={action} isFilled>
      <List {...list} isTop={tabs === undefined} />
    </Page>
  )
}

function Bar<Row extends { id: string }>({
  list,
  columns,
  csv,
  actions,
}: Pick<Shown<Row>, 'list' | 'csv' | 'actions'> & { columns: readonly Column<Row>[] }) {
  const { url, setUrl, words, filters, ranges, hasSearch } = list
  const chosen = url['columns']?.split(',')
  const shown = columns.filter(({ id, isOptional }) =>
    chosen === undefined ? isOptional !== true : chosen.includes(id),
  )
  const { search: typed = '' } = url
  const isTooShort = typed.trim() !== '' && searchText(typed) === undefined
  return (
    <FilterBar
      url={url}
      onChange={setUrl}
      {...(hasSearch && words.search !== undefined && { searchLabel: words.search })}
      {...(filters.length > 0 && { filters })}
      more={ranges.map(({ key, label }) => (
        <RangeChip key={key} name={key} label={label} url={url} onChange={setUrl} />
      ))}
    >
      {isTooShort && words.keepTyping !== undefined ? (
        <output>{words.keepTyping}</output>
      ) : (
        words.count !== undefined && <Total total={list.total} label={words.count} />
      )}
      {columns.some(({ isOptional }) => isOptional) && (
        <ColumnsMenu
          columns={columns}
          value={url['columns'] ?? ''}
          onChange={(next) => setUrl({ columns: next })}
        />
      )}
      {csv !== undefined && list.readAll !== undefined && (
        <CsvButton list={list} name={csv} columns={shown} read={list.readAll} />
      )}
      {actions}
    </FilterBar>
  )
}

/** A filter by time that another page has set. */
function RangeChip({
  name,
  label,
  url,
  onChange,
}: {
  name: string
  label: string
  url: UrlState
  onChange: (patch: UrlState) => void
}) {
  const [after, before] = [`${name}_after`, `${name}_before`]
  const value = shownRange(url[after], url[before])
  if (value === undefined) return null
  return (
    <Chip label={label} value={value} onClear={() => onChange({ [after]: '', [before]: '' })} />
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
