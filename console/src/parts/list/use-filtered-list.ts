import type { ListPath, RowOf } from 'muster-sdk'
import { readRows, useRows, type ApiList } from '../../api/use-list.ts'
import { useUrlState, type UrlState } from '../../app/url-state.ts'
import type { Column } from '../columns.ts'
import type { EmptyWords } from '../empty-state.tsx'
import type { FilterOf, ListFilter, QueryOf } from './filters.ts'
import { any, chosenIn, filtersIn, keysOf, sortIn } from './narrowing.ts'

/** The texts of a list. */
export type ListWords = {
  title: string
  /** Of the search field. */
  search?: string
  /** Beside the filters, of the number of rows; without it they are not counted. */
  count?: (count: string) => string
  /** While a search is too short. */
  keepTyping?: string
  none: EmptyWords
  /** While filters are set. */
  noMatch?: EmptyWords
}

/** A list as a page declares it. */
export type Declared<P extends ListPath> = {
  words: ListWords
  columns: readonly Column<RowOf<P>>[]
  /** The ids in the path. */
  path?: Readonly<Record<string, string>>
  /** What is asked for always; a filter that is set wins. */
  query?: QueryOf<P>
  /** The filter of the API that takes what is typed in the search field. */
  search?: FilterOf<P>
  filters?: readonly ListFilter<FilterOf<P>>[]
  /** Ranges of time that other pages lead to: `expires` is `expires_after` and `expires_before`. */
  ranges?: readonly { key: string; label: string }[]
  /** The usual order. Rows are ordered by what the columns declare. */
  sort?: NoInfer<SortOf<P>>
}
type SortOf<P extends ListPath> =
  QueryOf<P> extends { sort?: infer Sort } ? Extract<Sort, string> : never

/** What a list is, has and can be narrowed to: `List` and `ListPage` show it. */
export type FilteredList<Row> = ApiList<Row> & {
  words: ListWords
  columns: readonly Column<Row>[]
  filters: readonly ListFilter<string>[]
  ranges: readonly { key: string; label: string }[]
  hasSearch: boolean
  sort: string | undefined
  url: UrlState
  setUrl: ReturnType<typeof useUrlState>[1]
  /** Takes every filter away; undefined where none is set. */
  clear: (() => void) | undefined
  /** For a download. */
  readAll: ((signal: AbortSignal) => AsyncIterable<Row>) | undefined
}

/** Reads a list as the filters of the address narrow it. */
export function useFilteredList<P extends ListPath>(
  of: P,
  declared: Declared<P>,
): FilteredList<RowOf<P>> {
  const [url, change] = useUrlState()
  const { words, columns, path, filters = [], ranges = [], sort: usualSort } = declared
  const narrowed = filtersIn(url, declared)
  const sort = sortIn(url, columns, usualSort)
  const query = { ...declared.query, ...narrowed, ...(sort !== undefined && { sort }) }
  const total = words.count !== undefined && { 'page[total]': 'true' }
  const list = useRows<RowOf<P>>(of, { ...(path && { path }), query: { ...query, ...total } })
  const usual = filters.filter((filter) => filter.usual !== undefined)
  const clearing = ['search', ...filters.map(({ key }) => key), ...keysOf(ranges)]
  const isFiltered =
    (declared.search !== undefined && narrowed[declared.search] !== undefined) ||
    filters.some((each) => each.usual === undefined && chosenIn(url, each) !== '') ||
    keysOf(ranges).some((key) => url[key] !== undefined)
  const clear = () => change(Object.fromEntries(clearing.map((key) => [key, ''])))
  return {
    ...list,
    words,
    columns,
    filters,
    ranges,
    hasSearch: declared.search !== undefined,
    sort,
    url: { ...url, ...Object.fromEntries(filters.map((each) => [each.key, chosenIn(url, each)])) },
    setUrl: (patch, how) =>
      change(
        {
          ...patch,
          ...Object.fromEntries(
            usual.flatMap(({ key }) => (patch[key] === '' ? [[key, any]] : [])),
          ),
        },
        how,
      ),
    clear: isFiltered ? clear : undefined,
    readAll: (signal) =>
      readRows<RowOf<P>>(of, {
        params: { ...(path && { path }), query: { ...query, 'page[size]': '500' } },
        signal,
      }),
  }
}
