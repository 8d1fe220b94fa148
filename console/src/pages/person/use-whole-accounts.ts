import { useQueries } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'

export type WholeAccount = Body<'get', '/directory/identities/{identity}'>

/** Accounts with what is held of them and, for those who may see it, their profile; empty without the permission. */
export function useWholeAccounts(ids: readonly string[]): ReadonlyMap<string, WholeAccount> {
  const isAllowed = useMay('directory.identity.view')
  return useQueries({
    queries: (isAllowed ? ids : []).map((identity) => ({
      queryKey: ['/directory/identities/{identity}', { path: { identity } }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        muster.get('/directory/identities/{identity}', { params: { path: { identity } }, signal }),
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])),
      ),
  })
}
