import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useEffect } from 'react'
import { useApi } from '../../api/use-api.ts'

export type Incident = Body<'get', '/policy/incidents/{incident}'>

const pauseMilliseconds = 1000

/** The incident of the address with what the caller may do; read again while its effect is being worked out. */
export function useIncident(): UseQueryResult<Incident> {
  const { incident } = useParams({ from: '/incidents/$incident' })
  const read = useApi('/policy/incidents/{incident}', {
    params: { path: { incident }, query: { include: ['abilities'] } },
  })
  const { refetch } = read
  const isWorking = read.data?.effect?.state === 'planning'
  useEffect(() => {
    if (!isWorking) return undefined
    const timer = setInterval(() => void refetch(), pauseMilliseconds)
    return () => clearInterval(timer)
  }, [isWorking, refetch])
  return read
}
