import { queryOptions, useQuery } from '@tanstack/react-query'
import { MusterError, type Body } from 'muster-sdk'
import { basePath } from './base-path.ts'
import { muster } from './muster.ts'

export type Session = Body<'get', '/auth/test'>

export const sessionKey = ['session'] as const

/** The last session of this page: what was begun in it stays until the same person has signed in again. */
let latest: Session | undefined

/** Who is signed in here; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    if (!(await isSignedIn(signal))) return null
    const session = await muster.get('/auth/test', { signal })
    if (latest !== undefined && latest.owner_id !== session.owner_id) {
      // Another person sees nothing of what the former one read.
      location.reload()
      return null
    }
    latest = session
    return session
  },
  staleTime: Infinity,
})

/** Whether somebody was signed in since the page was loaded. */
export function hadSession(): boolean {
  return latest !== undefined
}

/** The session of the person who looks at this page. Only below the shell, which shows nothing without one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  const session = data ?? latest
  if (session === undefined) throw new Error('nobody is signed in')
  return session
}

/**
 * Whether the session has a permission everywhere. Only for what no record can say: that one may be created, or that a page
 * can do without a list. Everything else follows from `abilities`.
 */
export function useMay(permission: string): boolean {
  return useSession().permissions.includes(permission)
}

/** Whether the session is of an owner, for the little that only an owner may set and no record can say. */
export function useIsOwner(): boolean {
  return useSession().roles.includes('workspace.owner')
}

/** Asked first, because a refused request would be an error in the browser's log. */
async function isSignedIn(signal: AbortSignal): Promise<boolean> {
  const answer: unknown = await fetch(`${basePath}/session`, { signal })
    .then((response) => response.json())
    .catch((cause: unknown) => {
      throw new MusterError('The server does not answer.', { cause })
    })
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'is_signed_in' in answer &&
    answer.is_signed_in === true
  )
}

/** Ends the session of this browser, and forgets everything that was read in it. */
export async function signOut(): Promise<void> {
  // A session that has ended already is signed out too.
  const { url } = await muster.post('/auth/sign-out').catch(() => ({ url: `${basePath}/` }))
  location.assign(url)
}
