import type { Command } from 'commander'
import { withServerChoice, type ServerChoice } from './api-options.ts'
import { withDatabaseOptions } from './options.ts'

/** Where a policy is planned and applied: on the database, or through a server. */
export type PolicyTarget = ServerChoice & { viaServer?: boolean; json?: boolean }

/** Options for both. `--url` and `--server` choose the server; `MUSTER_URL` does so too, unless a database is named. */
export function withPolicyTarget(command: Command): Command {
  const about = 'the server to ask, with a token, instead of the database'
  return withServerChoice(withDatabaseOptions(command), about).hook('preAction', (_, running) => {
    const isNamed = (key: string) => running.getOptionValueSource(key) !== undefined
    const isDatabase = isNamed('databaseUrl') || isNamed('dataDirectory')
    const isServer = ['url', 'server'].some((key) => {
      const source = running.getOptionValueSource(key)
      return source === 'cli' || (source === 'env' && !isDatabase)
    })
    running.setOptionValue('viaServer', isServer)
  })
}

/** The server to ask; null for the database. */
export function onServer({ viaServer, ...options }: PolicyTarget): ServerChoice | null {
  return viaServer === true ? options : null
}
