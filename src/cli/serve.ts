import { Command } from 'commander'
import { builtConsole } from '../config.ts'
import { buildConsole } from './build-console.ts'
import { configOf, withBootstrapToken, withServerOptions } from './options.ts'

export function serveCommand(): Command {
  return withBootstrapToken(withServerOptions(new Command('serve')))
    .description(
      'run the server; its first start makes an owner, and prints once a link that signs them in, and their token',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster serve
  $ muster serve --port 9000 --public-origin https://muster.acme.example
  $ MUSTER_DATABASE_URL=postgres://muster@db.acme.example/muster muster serve`,
    )
    .action(async (options: object) => {
      const config = configOf(options)
      const [{ serve }] = await Promise.all([
        import('../main.ts'),
        config.consoleDirectory === builtConsole ? buildConsole() : undefined,
      ])
      await serve(config)
    })
}
