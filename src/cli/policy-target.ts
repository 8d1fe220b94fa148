import type { Command } from 'commander'
import { withServerChoice, type ServerChoice } from './api-options.ts'
import { withDatabaseOptions } from './options.ts'
import { readServers } from './stored-servers.ts'

/** Where a policy is planned and applied: on the database, or through a server. */
export type PolicyTarget = ServerChoice & { viaServer?: boolean; json?: boolean }

/**
 * Options for both. `--url` and `--server` choose the server; so do their variables and `muster login`, unless a database
 * is named.
 */
export function withPolicyTarget(command: Command): Command {
  const about = 'the server to ask, with a token, instead of the database'
  return withServerChoice(withDatabaseOptions(command), about).hook(
    'preAction',
    async (_, running) => {
      const sources = (keys: string[]) => keys.map((key) => running.getOptionValueSource(key))
      const server = sources(['url', 'server'])
      const isDatabase = sources(['databaseUrl', 'dataDirectory']).some(
        (each) => each !== undefined,
      )
      const isServer =
        server.includes('cli') || (!isDatabase && (server.includes('env') || (await isLoggedIn())))
      running.setOptionValue('viaServer', isServer)
    },
  )
}

async function isLoggedIn(): Promise<boolean> {
  return (await readServers()).current !== null
}

/** The server to ask; null for the database. */
export function onServer({ viaServer, ...options }: PolicyTarget): ServerChoice | null {
  return viaServer === true ? options : null
}
