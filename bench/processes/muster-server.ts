import { readConfig } from '../../src/config.ts'
import { startServer, type RunningServer } from '../../src/main.ts'
import { answerParent, readJson } from './child.ts'

export type MusterOptions = {
  databaseUrl: string
  cacheMegabytes: number
  poolSize: number
  /** `warn` by default. */
  logLevel?: 'fatal'
}

let running: RunningServer | undefined

/** All as in production; the rate limit does its work but never refuses. */
async function start({
  databaseUrl,
  cacheMegabytes,
  poolSize,
  logLevel,
}: MusterOptions): Promise<string> {
  const settings = {
    MUSTER_DATABASE_URL: databaseUrl,
    MUSTER_CACHE_MB: String(cacheMegabytes),
    MUSTER_POOL_SIZE: String(poolSize),
    MUSTER_PORT: '0',
    MUSTER_PUBLIC_ORIGIN: 'https://muster.acme.example',
    MUSTER_RATE_LIMIT: '1000000',
    MUSTER_LOG_LEVEL: logLevel ?? 'warn',
  }
  running = await startServer(readConfig(settings, {}))
  return running.address
}

answerParent(
  {
    start: async (input) => start(readJson<MusterOptions>(input)),
    // Of the owner, where the database was empty.
    token: async () => running?.ownerToken ?? '',
    isAlone: async () => running?.app.services.lease.isAlone() ?? false,
  },
  async () => void (await running?.stop()),
)
