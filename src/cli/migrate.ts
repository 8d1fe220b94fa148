import { Command } from 'commander'
import { jsonFlag, withFlag } from './flag.ts'
import { configOf, withDatabaseOptions } from './options.ts'
import { print } from './output.ts'

export function migrateCommand(): Command {
  return withFlag(withDatabaseOptions(new Command('migrate')), jsonFlag)
    .description('bring the schema up to date; the server does so itself when it starts')
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster migrate\n  $ muster migrate --database-url postgres://owner@db.acme.example/muster',
    )
    .action(async (options: { json?: boolean }) => {
      const { onDatabase } = await import('./direct.ts')
      const migrations = await onDatabase(configOf(options), async (_database, ran) => ran)
      print(options.json, { migrations }, () =>
        migrations.length === 0 ? 'The schema is up to date.' : `Ran ${migrations.join(', ')}.`,
      )
    })
}
