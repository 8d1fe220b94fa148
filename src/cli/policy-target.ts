import { Option, type Command } from 'commander'
import { withTokenOptions, type ApiOptions } from './api-client.ts'
import { withDatabaseOptions } from './options.ts'

/** Where a policy is planned and applied: on the database, or through a server. */
export type PolicyTarget = Partial<ApiOptions> & { viaServer?: boolean }

/** Options for both. `--url` chooses the server; its variable does so too, unless a database is named. */
export function withPolicyTarget(command: Command): Command {
  return withTokenOptions(withDatabaseOptions(command))
    .addOption(
      new Option('--url <url>', 'the server to ask, with a token, instead of the database').env(
        'MUSTER_URL',
      ),
    )
    .hook('preAction', (_, running) => {
      const isNamed = (key: string) => running.getOptionValueSource(key) !== undefined
      const source = running.getOptionValueSource('url')
      const isServer =
        source === 'cli' ||
        (source === 'env' && !isNamed('databaseUrl') && !isNamed('dataDirectory'))
      running.setOptionValue('viaServer', isServer)
    })
}

/** The server to ask; null for the database. */
export function onServer({ viaServer, url, ...options }: PolicyTarget): ApiOptions | null {
  return viaServer === true && url !== undefined ? { ...options, url } : null
}
