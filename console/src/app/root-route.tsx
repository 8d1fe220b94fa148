import { useQuery } from '@tanstack/react-query'
import { createRootRoute } from '@tanstack/react-router'
import { Activity, lazy, Suspense } from 'react'
import { hadSession, sessionQuery } from '../api/session.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { Shell } from '../shell/shell.tsx'
import type { UrlState } from './url-state.ts'

const SignIn = lazy(async () => ({ default: (await import('../shell/sign-in.tsx')).SignIn }))

/** Every page is inside the shell, and only for people who are signed in; the others see how to sign in. */
export const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, string>): UrlState => search,
  component: Root,
})

function Root() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  if (session === undefined)
    return error === null ? null : <ErrorState error={error} retry={() => void refetch()} />
  const isSignedIn = session !== null
  return (
    <>
      {!isSignedIn && (
        <Suspense>
          <SignIn hasEnded={hadSession()} />
        </Suspense>
      )}
      {/* Hidden and not gone where the session has ended, with all that is not saved yet. */}
      {(isSignedIn || hadSession()) && (
        <Activity mode={isSignedIn ? 'visible' : 'hidden'}>
          <Shell />
        </Activity>
      )}
    </>
  )
}
