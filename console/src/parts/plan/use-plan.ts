import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
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
