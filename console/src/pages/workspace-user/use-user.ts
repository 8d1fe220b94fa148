import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useMay } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { can } from '../../parts/can.tsx'

export type User = Body<'get', '/workspace/users/{user}'>

/** The workspace user of the address, for the frame and for each tab. */
export function useUser(): UseQueryResult<User> {
  const { user } = useParams({ from: '/settings/users/$user' })
  return useApi('/workspace/users/{user}', {
    params: { path: { user }, query: { include: ['abilities'] } },
  })
}

/** Whether the viewer may manage people, but not this one, who holds more. */
export function useIsProtected(user: User): boolean {
  return useMay('workspace.user.manage') && !can(user, 'update')
}
