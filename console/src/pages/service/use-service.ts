import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useApi } from '../../api/use-api.ts'

export type Service = Body<'get', '/workspace/services/{service}'>

/** The service of the address, for the frame and for each tab. */
export function useService(): UseQueryResult<Service> {
  const { service } = useParams({ from: '/services/$service' })
  return useApi('/workspace/services/{service}', {
    params: { path: { service }, query: { include: ['abilities'] } },
  })
}
