import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../src/cli/local/build-console.ts'
import { configOf } from '../src/cli/local/config-options.ts'
import { CommandFailed, say } from '../src/cli/output/output.ts'
import { builtConsole, readConfig } from '../src/config.ts'
import { prepareEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts'
import { isRoot } from '../src/database/embedded/server-user.ts'
import { createLogger } from '../src/log.ts'
import type { RunningServer } from '../src/main.ts'
import type { Demo } from './build-demo.ts'
import { findPort } from './find-port.ts'
import { generateOrganisation } from './organisation/organisation.ts'
import { writeExports, type ExportFile } from './organisation/write-exports.ts'

type DemoToOpen = {
  people: number
  seed: number
  port: number
  /** Where its database and its exports are written. */
  directory: string
  /** It is not removed at its end. */
  keep?: boolean
  /** Ends it, also while it starts: it rejects, and leaves no PostgreSQL behind. */
  signal?: AbortSignal
  /** Changes the exports before they are imported. */
  alter?: (files: readonly ExportFile[]) => Promise<void>
  /** Called when a person can sign in to the console, while exports are still being imported. */
  whenOpen?: (demo: Pick<Demo, 'url' | 'token'>) => Promise<void>
}

export type OpenDemo = { running: RunningServer; demo: Demo; files: readonly ExportFile[] }

/** The day of the organisation: fixed, so that the same seed generates the same people. */
const today = '2026-11-01'

/** A new directory that nobody can foresee or list. The PostgreSQL of root runs as another user, who must enter it. */
export async function makeDemoDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix))
  if (isRoot()) await chmod(directory, 0o711)
  return directory
}

/** Generates, imports and serves an organisation, with the console where it is served. */
export async function openDemo(options: DemoToOpen): Promise<OpenDemo> {
  const { directory, alter } = options
  const loaded = Promise.withResolvers<void>()
  const starting = start(options, join(directory, 'data'), loaded.resolve)
  try {
    // Exports are written while PostgreSQL starts, which needs the modules of the server first.
    await Promise.race([loaded.promise, starting])
    const org = generateOrganisation({ people: options.people, seed: options.seed, today })
    const building = readConfig().consoleDirectory === builtConsole ? buildConsole() : undefined
    const [running, files, { buildDemo }] = await Promise.all([
      starting,
      writeExports(org, join(directory, 'exports')),
      import('./build-demo.ts'),
    ])
    await alter?.(files)
    const whenOpen = async () => {
      await building
      await options.whenOpen?.({ url: running.address, token: running.ownerToken ?? '' })
    }
    const built = buildDemo(running, org, { files, say, whenOpen })
    const demo = await Promise.race([built, rejectOn(options.signal)])
    return { running, demo, files }
  } catch (error) {
    const running = await starting.catch(() => undefined)
    await running?.stop()
    throw error
  }
}

function rejectOn(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal?.reason)
  if (signal?.aborted === true) end()
  else signal?.addEventListener('abort', end, { once: true })
  return promise
}

async function start(
  { port: wanted, directory, keep = false, signal }: DemoToOpen,
  dataDirectory: string,
  whenLoaded: () => void,
): Promise<RunningServer> {
  const begun = Promise.withResolvers<void>()
  const prepared = prepareEmbeddedPostgres({
    dataDirectory,
    isThrowaway: !keep,
    log: () => begun.resolve(),
  })
  await Promise.race([begun.promise, prepared])
  // A second each, at the same time: initdb in its own process, and reading the server's modules in this one.
  const loading = import('../src/main.ts').finally(whenLoaded)
  const [{ startServer }, port] = await Promise.all([loading, findPort(wanted), prepared])
  // The demo is its own: it never touches a database that the environment names, and nothing limits its guest.
  const config = {
    ...configOf({ port: String(port) }),
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    host: '127.0.0.1',
    publicOrigin: undefined,
    bootstrapToken: undefined,
    oidc: { issuers: undefined, clientSecrets: {}, clockToleranceSeconds: 60 },
    rateLimit: null,
    // Its guest has one link, and no issuer to sign in at again: as long as a session lives.
    freshSignInSeconds: 12 * 60 * 60,
    dataDirectory,
  }
  // It would warn that what is thrown away need not survive a crash.
  const running = await startServer(config, createLogger('error'), signal)
  if (running.ownerToken === undefined)
    throw new CommandFailed(`${directory} holds a database already. Remove it and try again.`)
  return running
}
