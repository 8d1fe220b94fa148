import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { useMay } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'

export type Person = Body<'get', '/directory/users/{user}'>

/** The person of the address, for the frame and for each tab. */
export function usePerson(): UseQueryResult<Person> {
  const { user } = useParams({ from: '/people/$user' })
  const seesPolicy = useMay('policy.rule.view')
  return useApi('/directory/users/{user}', {
    params: {
      path: { user },
      query: { include: seesPolicy ? ['abilities', 'incidents'] : ['abilities'] },
    },
  })
}
