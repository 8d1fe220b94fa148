import { QueryCache, QueryClient } from '@tanstack/react-query'
import { MusterError } from 'muster-sdk'
import { sessionKey } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: MusterError
  }
}

/** What has been read. The SDK repeats reads that fail for a moment, so nothing is repeated here. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndOfSession }),
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

function noticeEndOfSession(error: Error): void {
  if (error instanceof MusterError && error.status === 401)
    queryClient.setQueryData(sessionKey, null)
}

// TanStack's tools for development look for it under this name, and so do the tests of the pages.
Object.assign(self, { __TANSTACK_QUERY_CLIENT__: queryClient })
