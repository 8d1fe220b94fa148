import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiList } from '../../api/use-list.ts'

/** The rows of an answer about rulesets, as a table shows them. */
export function answered<Row extends { policy_ruleset_id: string }>({
  data,
  error,
  isPending,
  refetch,
}: UseQueryResult<{ data: readonly Row[] }>): ApiList<Row & { id: string }> {
  const rows = (data?.data ?? []).map((row) =>
    Object.assign({}, row, { id: row.policy_ruleset_id }),
  )
  return {
    rows,
    total: { count: rows.length, isCapped: false },
    isPending,
    isStale: false,
    error,
    hasMore: false,
    loadMore: () => undefined,
    retry: () => void refetch(),
  }
}
