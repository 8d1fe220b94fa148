import { useQuery } from '@tanstack/react-query'
import { createRootRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { sessionQuery } from '../api/session.ts'
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
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (session === undefined) return null
  return session === null ? (
    <Suspense>
      <SignIn />
    </Suspense>
  ) : (
    <Shell />
  )
}
