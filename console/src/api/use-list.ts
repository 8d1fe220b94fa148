import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { InitArgument, ListPath, MusterError, RowOf } from 'muster-sdk'
import { muster } from './muster.ts'

/** A list as far as it has been read. DataTable shows it. */
export type ApiList<Row> = {
  rows: readonly Row[]
  /** How many rows there are, with `page[total]`; capped at 10,000. */
  total: { count: number; isCapped: boolean } | undefined
  /** Nothing is there to show yet. */
  isPending: boolean
  /** Rows of an earlier question are shown until the answer to this one arrives. */
  isStale: boolean
  error: MusterError | null
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

type Page<Row> = {
  data: readonly Row[]
  links: { next: string | null }
  meta: { total?: number; total_is_capped?: boolean }
}
type Query = Readonly<Record<string, string | readonly string[] | undefined>>

const pageSize = '100'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- generic over all lists, which useList's types narrow
const readPage = muster.get as unknown as <Row>(path: string, init: object) => Promise<Page<Row>>

/** All rows of a list, as they are read. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
export const readRows = muster.list as unknown as <Row>(
  path: string,
  init: object,
) => AsyncIterable<Row>

function listQuery<Row>(path: string, params: { query?: Query } | undefined) {
  return infiniteQueryOptions({
    queryKey: [path, 'list', params ?? {}],
    queryFn: ({ pageParam, signal }) => {
      const query = { 'page[size]': pageSize, ...params?.query, ...pageParam }
      return readPage<Row>(path, { params: { ...params, query }, signal })
    },
    initialPageParam: {},
    // Only its query: a server behind another address names its own.
    getNextPageParam: ({ links: { next } }): Record<string, string> | null =>
      next === null ? null : Object.fromEntries(new URL(next).searchParams),
  })
}

/** Reads a list page by page: `useList('/directory/users', { params: { query: { sort: 'full_name' } } })`. */
export function useList<P extends ListPath>(
  path: P,
  ...[init]: InitArgument<'get', P>
): ApiList<RowOf<P>> {
  return useRows<RowOf<P>>(path, init?.params)
}

/** The same of a list whose parameters are put together, as those of filters are. */
export function useRows<Row>(path: string, params: { query?: Query } | undefined): ApiList<Row> {
  const list = useInfiniteQuery({
    ...listQuery<Row>(path, params),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({
      rows: pages.flatMap(({ data }) => data),
      meta: pages[0]?.meta,
    }),
  })
  const { total, total_is_capped: isCapped = false } = list.data?.meta ?? {}
  return {
    rows: list.data?.rows ?? noRows,
    total: total === undefined ? undefined : { count: total, isCapped },
    isPending: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.error,
    hasMore: list.hasNextPage,
    loadMore: () => {
      if (!list.isFetching) void list.fetchNextPage()
    },
    retry: () => void list.refetch(),
  }
}

const noRows: readonly never[] = []
