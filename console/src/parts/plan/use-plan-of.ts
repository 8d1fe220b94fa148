import { useQuery, type UseQueryResult } from '@tanstack/react-query'

/** The plan of a change, which `wanted` names as text; none while that is empty. All who ask for the same change have one plan. */
export function usePlanOf(
  wanted: string,
  plan: () => Promise<{ id: string }>,
): UseQueryResult<{ id: string }> {
  return useQuery({
    queryKey: planKey(wanted),
    enabled: wanted !== '',
    // Not made again after a change: the plan that was applied would be refused.
    staleTime: 'static',
    gcTime: 0,
    // Beside the other reads of a page it may have to wait for its turn. Nothing was made then.
    retry: (failures, { status }) => status === 429 && failures < 5,
    queryFn: plan,
  })
}

export function planKey(wanted: string) {
  return ['plan of', wanted] as const
}
