import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readAnswer } from '../load/read-answer.ts'
import { answerParent, readJson } from './child.ts'

/** Where the answers are that this server repeats. */
export type Original = {
  origin: string
  token: string
  paths: readonly string[]
  coding?: string | undefined
}

type Kept = Awaited<ReturnType<typeof readAnswer>>

const readers = 16
let kept: Kept[] = []
const server = createServer({ keepAliveTimeout: 72_000 }, repeat)

/** As anybody would have Node send these bytes: find them by number, write the same headers, send. */
function repeat(request: IncomingMessage, response: ServerResponse): void {
  const answer = kept[Number(request.url?.slice(-10))]
  response.writeHead(200, answer?.headers)
  response.end(answer?.body)
}

/** What the request of that number is here: as long as one to Muster, so that parsing costs the same. */
export function barePath(path: string, index: number): string {
  const start = path.lastIndexOf('_') + 1
  return path.slice(0, start) + String(index).padStart(path.length - start, '0')
}

async function keepOriginals({ origin, paths, ...given }: Original): Promise<void> {
  const answers: Kept[] = []
  let next = 0
  const read = async () => {
    for (let index = next++; index < paths.length; index = next++) {
      const { headers, body } = await readAnswer(origin + (paths[index] ?? ''), given)
      answers[index] = { headers: withoutNodes(headers), body }
    }
  }
  await Promise.all(Array.from({ length: readers }, read))
  kept = answers
}

/** All headers except those that Node writes itself. */
function withoutNodes({
  date: _date,
  connection: _connection,
  'keep-alive': _keepAlive,
  ...own
}: Kept['headers']): Kept['headers'] {
  return own
}

if (import.meta.main) {
  answerParent({
    repeat: async (input) => {
      await keepOriginals(readJson<Original>(input))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      return typeof address === 'object' ? address?.port : undefined
    },
  })
}
