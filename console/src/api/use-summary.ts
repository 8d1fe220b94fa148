import type { UseQueryResult } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import { useApi } from './use-api.ts'

export type Summary = Body<'get', '/workspace/summary'>

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What happens in the workspace, with the days of the viewer's zone. */
export function useSummary(): UseQueryResult<Summary> {
  return useApi('/workspace/summary', { params: { query: { time_zone: timeZone } } })
}

/** How many kinds of things wait for a decision of the viewer: the cards of the home page. */
export function useWaiting(): number {
  const { data } = useSummary()
  if (data === undefined) return 0
  return Object.values(data.decisions).filter((each) => each !== null && each.count > 0).length
}
