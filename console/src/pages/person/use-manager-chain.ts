import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import type { Person } from './use-person.ts'

type Summary = NonNullable<Body<'get', '/directory/users/{user}'>['included']['user_manager']>

/** A chain this long is shown from the person upwards only. */
const longest = 12

/** The managers above a person, the highest first. */
export function useManagerChain({ id, included }: Person): UseQueryResult<Summary[]> {
  return useQuery({
    queryKey: ['/directory/users/{user}', 'chain', id, included.user_manager?.id],
    queryFn: async ({ signal }) => {
      const chain: Summary[] = []
      for (let next = included.user_manager; next !== null && chain.length < longest;) {
        chain.unshift(next)
        if (next.manager_id === null) break
        const path = { user: next.id }
        const above: Person = await muster.get('/directory/users/{user}', {
          params: { path },
          signal,
        })
        next = above.included.user_manager
      }
      return chain
    },
  })
}
