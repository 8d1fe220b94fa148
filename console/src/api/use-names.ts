import { useQueries } from '@tanstack/react-query'
import { muster } from './muster.ts'

const mostInOneRequest = 100
const pauseMilliseconds = 8

type Waiting = {
  id: string
  resolve: (name: string | null) => void
  reject: (error: unknown) => void
}
let waiting: Waiting[] = []

/** The name of a record, read together with all others that are asked for at the same moment; null for none. */
function readName(id: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(readAll, pauseMilliseconds)
    waiting.push({ id, resolve, reject })
  })
}

function readAll(): void {
  const asked = waiting
  waiting = []
  for (let start = 0; start < asked.length; start += mostInOneRequest)
    void readSome(asked.slice(start, start + mostInOneRequest))
}

async function readSome(asked: readonly Waiting[]): Promise<void> {
  const ids = [...new Set(asked.map(({ id }) => id))].join(',')
  try {
    const { data } = await muster.get('/workspace/names', { params: { query: { ids } } })
    const names = new Map(data.map(({ id, name }) => [id, name]))
    for (const { id, resolve } of asked) resolve(names.get(id) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

/** Records of these kinds have names. Others are not asked for. */
const named = /^(drusr|wsusr|dridt|poset|porul|dratr|drdim|dirsc|wsitg|wssvc|wsrol)_/

/** How records are called, by id, as far as the viewer may know and the names have been read. */
export function useNames(ids: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].filter((id) => id != null).filter((id) => named.test(id))
  return useQueries({
    queries: wanted.map((id) => ({
      queryKey: ['/workspace/names', id],
      queryFn: () => readName(id),
      staleTime: 60_000,
    })),
    combine: (answers) =>
      new Map(
        wanted.flatMap((id, index) => {
          const name = answers[index]?.data
          return name == null ? [] : [[id, name] as const]
        }),
      ),
  })
}
