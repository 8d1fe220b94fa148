import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'

export type Source = Body<'get', '/workspace/integrations/{integration}'>

/** The source of the address, for the frame and for each tab. */
export function useSource(): UseQueryResult<Source> {
  const { integration } = useParams({ from: '/sources/$integration' })
  return useApi('/workspace/integrations/{integration}', {
    params: { path: { integration }, query: { include: ['abilities'] } },
  })
}
