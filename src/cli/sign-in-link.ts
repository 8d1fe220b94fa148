import { Command, Option } from 'commander'
import { jsonFlag, withFlag } from './flag.ts'
import { configOf, withDatabaseOptions } from './options.ts'
import { bold, print } from './output.ts'

type Options = { json?: boolean; user?: string; reason?: string }

export function signInLinkCommand(): Command {
  return withFlag(withDatabaseOptions(new Command('sign-in-link')), jsonFlag)
    .description('print a link that signs a user in once, within ten minutes')
    .addOption(
      new Option('--user <user>', 'the user, wsusr_… (default: the first owner)').env(
        'MUSTER_USER',
      ),
    )
    .addOption(
      new Option('--public-origin <url>', 'how browsers reach the server').env(
        'MUSTER_PUBLIC_ORIGIN',
      ),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster sign-in-link\n  $ muster sign-in-link --user wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx --json',
    )
    .action(async (options: Options) => {
      const { makeLink } = await import('./make-link.ts')
      const link = await makeLink(configOf(options), options)
      print(
        options.json,
        link,
        () =>
          `Signs ${link.user_id} in once, until ${link.expires_at}. Shown this once:\n\n  ${bold(link.url)}`,
      )
    })
}
