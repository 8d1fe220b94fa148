import type { UseQueryResult } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import { useApi } from './use-api.ts'

export type Summary = Body<'get', '/workspace/summary'>

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What happens in the workspace, with the days of the viewer's zone. */
export function useSummary(): UseQueryResult<Summary> {
  return useApi('/workspace/summary', { params: { query: { time_zone: timeZone } } })
}

const mostShown = 999

/** How many things wait for a decision, as far as the viewer may see them. */
export function countWaiting({ waiting_count: { count, is_capped: isCapped } }: Summary): string {
  return isCapped || count > mostShown ? `${mostShown}+` : String(count)
}
