import { Command, Option } from 'commander'
import { builtConsole } from '../config.ts'
import { buildConsole } from './build-console.ts'
import { configOf, withServerOptions } from './options.ts'

export function serveCommand(): Command {
  return withServerOptions(new Command('serve'))
    .description(
      'run the server; its first start makes an owner, and prints once a link that signs them in, and their token',
    )
    .addOption(
      new Option('--bootstrap-token <token>', 'preset the first owner’s token').env(
        'MUSTER_BOOTSTRAP_TOKEN',
      ),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster serve
  $ muster serve --port 9000 --public-origin https://muster.acme.example
  $ MUSTER_DATABASE_URL=postgres://muster@db.acme.example/muster muster serve`,
    )
    .action(async (options: { bootstrapToken?: string }) => {
      const config = configOf(options)
      const [{ serve }] = await Promise.all([
        import('../main.ts'),
        config.consoleDirectory === builtConsole ? buildConsole() : undefined,
      ])
      await serve({ ...config, bootstrapToken: options.bootstrapToken || config.bootstrapToken })
    })
}
