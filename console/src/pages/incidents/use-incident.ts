import { useParams } from '@tanstack/react-router'
import type { Body, MusterError, RowOf } from 'muster-sdk'
import { useEffect } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useList } from '../../api/use-list.ts'

type Described = Body<'get', '/policy/incidents/{incident}'>

type Late = Pick<Described, 'effect' | 'stays_changed' | 'decisions' | 'held'>

/** What the list does not have is undefined until the effect has been worked out. */
export type Incident = RowOf<'/policy/incidents'> & { [Key in keyof Late]?: Late[Key] | undefined }

const pauseMilliseconds = 1000

/**
 * The incident of the address with what the caller may do. Working out the effect of many people takes seconds, so its row
 * in the list is shown meanwhile.
 */
export function useIncident(): {
  data: Incident | undefined
  error: MusterError | null
  refetch: () => unknown
} {
  const described = useDescribed()
  const { incident } = useParams({ from: '/incidents/$incident' })
  const listed = useList('/policy/incidents', {
    params: { query: { 'filter[id]': incident, include: ['abilities'] } },
  })
  return { ...described, data: described.data ?? listed.rows[0] }
}

/** Read again while its effect waits for something else. */
function useDescribed() {
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
