import {
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQuery,
  useQueryClient,
  type MutationKey,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Body, InitArgument, MusterError, PathOf } from 'muster-sdk'
import { muster } from './muster.ts'
import { readAgain } from './read-again.ts'
import { keepVersion } from './versions.ts'

/** A read of the API, under a key that begins with its path. */
function apiQuery<P extends PathOf<'get'>>(path: P, ...init: InitArgument<'get', P>) {
  const [options] = init
  return queryOptions<Body<'get', P>>({
    queryKey: [path, options?.params ?? {}],
    queryFn: ({ signal }) => read(path, { ...options, signal }),
    structuralSharing: (last: unknown, read: unknown) =>
      keepVersion(replaceEqualDeep(last, read), read),
  })
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- generic over all paths, which apiQuery's types narrow
const read = muster.get as unknown as <T>(path: string, init: object) => Promise<T>

/** Reads one answer of the API: `useApi('/directory/users/{user}', { params: { path: { user } } })`. */
export function useApi<P extends PathOf<'get'>>(
  path: P,
  ...init: InitArgument<'get', P>
): UseQueryResult<Body<'get', P>> {
  return useQuery(apiQuery(path, ...init))
}

/** Reads an addition to a page, where the person may see it: a refusal would be an error of the page. */
export function useApiIf<P extends PathOf<'get'>>(
  isAllowed: boolean,
  path: P,
  ...init: InitArgument<'get', P>
): UseQueryResult<Body<'get', P>> {
  return useQuery({ ...apiQuery(path, ...init), enabled: isAllowed })
}

/**
 * A change through the API: `useChange((body) => muster.patch(…))`. The same input is not sent again before there is an
 * answer. Everything that is shown is read again afterwards, because a change of a person or of the policy can reach any page.
 */
export function useChange<Answer, Input = void>(
  change: (input: Input) => Promise<Answer>,
  mutationKey: MutationKey = [],
): UseMutationResult<Answer, MusterError, Input> {
  const client = useQueryClient()
  const sent = useRef<{ input: Input; answer: Promise<Answer> }>(undefined)
  return useMutation({
    mutationKey,
    // A second click can come before the page shows that the first one is at work.
    mutationFn: (input) => {
      if (sent.current !== undefined && Object.is(sent.current.input, input))
        return sent.current.answer
      const answer = change(input).finally(() => {
        sent.current = undefined
      })
      sent.current = { input, answer }
      return answer
    },
    // Not awaited: a page that is read again may no longer have the dialog, whose callbacks would then be lost.
    onSettled: () => {
      void readAgain(client)
    },
  })
}
