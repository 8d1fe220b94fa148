import { useQueries } from '@tanstack/react-query'
import { muster } from '../../api/muster.ts'

const idsAtOnce = 100

/** The names of records by their ids; without those that the viewer may not see. */
export function useRecordNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(ids)]
  const chunks = Array.from({ length: Math.ceil(distinct.length / idsAtOnce) }, (_chunk, at) =>
    distinct.slice(at * idsAtOnce, (at + 1) * idsAtOnce),
  )
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: ['/workspace/names', chunk],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { ids: chunk.join(',') }
        return (await muster.get('/workspace/names', { params: { query }, signal })).data
      },
    })),
    combine: namesOf,
  })
}

type Named = { id: string; name: string | null }

function namesOf(answers: readonly { data?: readonly Named[] | undefined }[]) {
  return new Map(
    answers.flatMap(({ data = [] }) =>
      data.flatMap(({ id, name }): [string, string][] => (name === null ? [] : [[id, name]])),
    ),
  )
}
