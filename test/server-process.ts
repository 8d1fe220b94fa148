import { after } from 'node:test'
import { finished, startCli } from './run-cli.ts'

/** A server in a process of its own: where it listens, and what it has logged. */
export type ServerProcess = {
  origin: string
  signal(name: NodeJS.Signals): void
  log(): string
  /** Resolves to its exit code. */
  ended: Promise<number | null>
}

/**
 * Starts any number of `muster serve` on a database, without a rate limit unless one is given, with the settings of `more`; all are
 * stopped at the end of the test file.
 */
export function startServers(
  databaseUrl: string,
  rateLimit = 'off',
  more: Record<string, string> = {},
): {
  start(): Promise<ServerProcess>
  running(): readonly ServerProcess[]
} {
  const running: ServerProcess[] = []
  const children = new Set<ReturnType<typeof startCli>>()
  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
  })
  const start = async () => {
    const child = startCli(['serve'], {
      MUSTER_DATABASE_URL: databaseUrl,
      MUSTER_PORT: '0',
      MUSTER_RATE_LIMIT: rateLimit,
      ...more,
    })
    children.add(child)
    const ended = finished(child).then(({ code }) => code)
    let log = ''
    child.stderr.on('data', (chunk) => (log += String(chunk)))
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        log += String(chunk)
        const [, found] = /"address":"([^"]+)"/.exec(log) ?? []
        if (found !== undefined) resolve(found)
      })
      void ended.then(() => reject(new Error(`the server ended: ${log}`)))
    })
    const server = {
      origin,
      ended,
      log: () => log,
      signal: (name: NodeJS.Signals) => void child.kill(name),
    }
    running.push(server)
    return server
  }
  return { start, running: () => running }
}
