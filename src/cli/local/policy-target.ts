import type { Command } from 'commander'
import type { Flag } from '../command-line/flag.ts'
import { serverFlags, type ServerChoice } from '../command-line/options.ts'
import { databaseFlags } from './config-options.ts'
import { CommandFailed } from '../output/output.ts'
import { readServers } from '../connection/stored-servers.ts'

/** Where a policy is planned and applied: on the database, or through a server. */
export type PolicyTarget = ServerChoice & { viaServer?: boolean; json?: boolean; reason?: string }

/** The options for both. */
export const targetFlags: readonly Flag[] = [
  ...databaseFlags,
  ...serverFlags('the server to ask, with a token, instead of the database'),
]

/**
 * A named database is used, unless `--url` or `--server` chooses a server; so do their variables and `muster login` where no database
 * is named. Where nothing is chosen, a command `byDefault` works on the embedded database, or asks which server is meant: it starts
 * no database unasked.
 */
export function chooseTarget(byDefault: 'database' | 'ask') {
  return async (running: Command): Promise<void> => {
    const sources = (keys: string[]) => keys.map((key) => running.getOptionValueSource(key))
    const isNamed = (keys: string[]) => sources(keys).some((each) => each !== undefined)
    const isDatabase = isNamed(['databaseUrl', 'databaseUrlFile', 'dataDirectory'])
    const isChosen =
      isNamed(['url', 'server']) ||
      (byDefault === 'ask' && isNamed(['token', 'tokenFile'])) ||
      (await readServers()).current !== null
    const isServer = sources(['url', 'server']).includes('cli') || (!isDatabase && isChosen)
    if (!isServer && !isDatabase && byDefault === 'ask')
      throw new CommandFailed(
        'Which server? Run `muster login`, or give --url with --token-file. To work on a database, name it with --database-url or --data-directory.',
      )
    running.setOptionValue('viaServer', isServer)
  }
}

/** The server to ask; null for the database. */
export function onServer({ viaServer, ...options }: PolicyTarget): ServerChoice | null {
  return viaServer === true ? options : null
}
