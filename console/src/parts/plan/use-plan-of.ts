import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** The plan of a change, which `wanted` names as text; none while that is empty. All who ask for the same change have one plan. */
export function usePlanOf(
  wanted: string,
  plan: () => Promise<{ id: string }>,
): UseQueryResult<{ id: string }> {
  // Of the render that asked for it first: fields that change before the plan is there are of the next one.
  const [first, setFirst] = useState({ wanted, plan })
  if (first.wanted !== wanted) setFirst({ wanted, plan })
  return useQuery({
    queryKey: planKey(wanted),
    enabled: wanted !== '',
    // Not made again after a change: the plan that was applied would be refused.
    staleTime: 'static',
    gcTime: 0,
    // Beside the other reads of a page it may have to wait for its turn. Nothing was made then.
    retry: (failures, { status }) => status === 429 && failures < 5,
    queryFn: first.plan,
  })
}

export function planKey(wanted: string) {
  return ['plan of', wanted] as const
}
