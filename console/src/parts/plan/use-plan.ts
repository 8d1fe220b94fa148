import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { planIdOf } from 'muster-sdk'
import { useEffect, useState } from 'react'
import { useApiIf } from '../../api/use-api.ts'
import type { PlanRecord } from './types.ts'

const pauseMilliseconds = 1000

/** A plan, once there is one, with what the caller may do with it; read again while a job works on it. */
export function usePlan(planId: string | undefined): UseQueryResult<PlanRecord> {
  const plan = useApiIf(planId !== undefined, '/policy/plans/{plan}', {
    params: { path: { plan: planId ?? '' }, query: { include: ['abilities'] } },
  })
  const { refetch } = plan
  const isWorking = plan.data?.state === 'planning' || plan.data?.state === 'applying'
  useEffect(() => {
    if (!isWorking) return undefined
    const timer = setInterval(() => void refetch(), pauseMilliseconds)
    return () => clearInterval(timer)
  }, [isWorking, refetch])
  return plan
}

/** The answer to a request that plans a change: the plan, or where it is. */
export type Planned = { id: string } | { location: string | null }

/** The plan of a change, which `wanted` names as text; none while that is empty. All who ask for the same change have one plan. */
export function usePlanOf(
  wanted: string,
  plan: () => Promise<Planned>,
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
    queryFn: async () => {
      const planned = await first.plan()
      return 'id' in planned ? planned : { id: planIdOf(planned.location) ?? '' }
    },
  })
}

export function planKey(wanted: string) {
  return ['plan of', wanted] as const
}
