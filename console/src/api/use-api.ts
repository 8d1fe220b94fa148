import {
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQuery,
  useQueryClient,
  type MutationKey,
  type UseMutationResult,
  type UseQueryResult,
  type QueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Body, InitArgument, MusterError, PathOf } from 'muster-sdk'
import { muster } from './muster.ts'
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

const againMilliseconds = 3000

/** Reads what moves by itself: again and again, as long as it is looked at. */
export function useApiAgain<P extends PathOf<'get'>>(
  path: P,
  ...init: InitArgument<'get', P>
): UseQueryResult<Body<'get', P>> {
  return useQuery({ ...apiQuery(path, ...init), refetchInterval: againMilliseconds })
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

/**
 * Reads again everything that is shown. A first answer that is still on its way may be from before a change, and
 * invalidateQueries would wait for it and take it as new, so it is given up.
 */
export async function readAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries({ predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries()
}

/** Errors after which a record that is shown must go: it is gone, or no longer this person's to see. At 401 the whole page is hidden. */
const final = new Set([403, 404, 410])

/** Whether a page has no record to show. One that could not be read again for a moment stays, with its open dialogs. */
export function isUnreadable<Data>(
  data: Data | undefined,
  error: MusterError | null,
): data is undefined {
  return data === undefined || (error !== null && final.has(error.status ?? 0))
}
