import type { ApiList } from '../../api/use-list.ts'

/** Rows that are all there, as a list of the API. */
export function wholeList<Row>(rows: readonly Row[]): ApiList<Row> {
  return {
    rows,
    total: { count: rows.length, isCapped: false },
    isPending: false,
    isStale: false,
    error: null,
    hasMore: false,
    loadMore: () => undefined,
    retry: () => undefined,
  }
}
