import { Command } from 'commander'
import { jsonFlag, withFlag } from './flag.ts'
import { configOf, withBootstrapToken, withDatabaseOptions } from './options.ts'
import { bold, print } from './output.ts'

type Options = { json?: boolean; reason?: string }

export function initCommand(): Command {
  return withFlag(withBootstrapToken(withDatabaseOptions(new Command('init'))), jsonFlag)
    .description('make the schema and the first owner, and print their token once')
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster init\n  $ TOKEN=$(muster init --json | jq -r .token)',
    )
    .action(async (options: Options) => {
      const { commandActor } = await import('../audit/command-actor.ts')
      const { onDatabase } = await import('./direct.ts')
      const { bootstrapOwner } = await import('../workspace/users/bootstrap-owner.ts')
      const config = configOf(options)
      const token = await onDatabase(config, (database) =>
        bootstrapOwner(database, {
          presetToken: config.bootstrapToken,
          actor: commandActor('init', options),
        }),
      )
      print(options.json, { token: token ?? null }, () =>
        token === undefined
          ? 'There is an owner already; nothing was changed.'
          : `The first owner's token, shown this once:\n\n  ${bold(token)}`,
      )
    })
}
