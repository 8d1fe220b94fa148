import type { Call } from './many-changes.ts'
import { until } from '../until.ts'
import type { startServers, ServerProcess } from '../server-process.ts'

type Servers = ReturnType<typeof startServers>

/** Two processes on one database, one of which is killed and replaced now and then. */
export class Pair {
  readonly #servers: Servers
  readonly #processes: [ServerProcess, ServerProcess]
  kills = 0

  private constructor(servers: Servers, processes: [ServerProcess, ServerProcess]) {
    this.#servers = servers
    this.#processes = processes
  }
  static async start(servers: Servers): Promise<Pair> {
    return new Pair(servers, [await servers.start(), await servers.start()])
  }

  get(which: 0 | 1): ServerProcess {
    return this.#processes[which]
  }
  async kill(which: 0 | 1): Promise<void> {
    this.#processes[which].signal('SIGKILL')
    this.kills += 1
    this.#processes[which] = await this.#servers.start()
  }
}

/** Requests of the API to the server of that instant. A text is sent as it is. */
export function callerOf(token: string, server: () => ServerProcess): Call {
  return async (method, path, body) => {
    const response = await fetch(`${server().origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined }
  }
}

/** What a module that is loaded into a server's process (loop-delay.ts, memory.ts) says at a signal, after that word. */
export async function saidBy(server: ServerProcess, word: string): Promise<string> {
  const said = () => server.log().split(`${word} {`)
  const before = said().length
  server.signal('SIGUSR2')
  return until(() => {
    const [line, ...rest] = said().at(-1)?.split('\n') ?? []
    return said().length > before && rest.length > 0 && `{${line}`
  }, word)
}

/** The value below which that part of the values is. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}
