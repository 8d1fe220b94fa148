import { Command, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import { addOwnerOptions, nounCommand } from './noun-commands.ts'
import { token } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type { CreateOptions, RevokeOptions } from './run-token.ts'
import { daysOption, scopeOption } from './token-options.ts'

export function tokenCommand(): Command {
  return nounCommand(token, { list: '--service payroll-sync', show: 'laptop' })
    .addCommand(create())
    .addCommand(revoke())
}

function create(): Command {
  return withApiOptions(new Command('create'))
    .description('make a token; its secret is shown once, with -o id on standard error')
    .addOption(
      new Option('--name <name>', 'what it is for').env('MUSTER_TOKEN_NAME').makeOptionMandatory(),
    )
    .addOption(scopeOption('*.view'))
    .addOption(daysOption())
    .addOption(
      new Option(
        '--service <service>',
        'for a service instead of yourself: an id, handle or name',
      ).env('MUSTER_SERVICE'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster token create --name laptop\n  $ muster token create --name ci --scope directory.user.view --days 30 --service payroll-sync',
    )
    .action(async (options: CreateOptions) => {
      const { runCreate } = await import('./run-token.ts')
      await runCreate(options)
    })
}

function revoke(): Command {
  const command = withFlag(withApiOptions(new Command('revoke')), {
    ...yesFlag,
    description: 'revoke without asking',
  })
    .description('end a token, and every token that was made with it')
    .argument('<token>', token.argument)
  addOwnerOptions(command, token)
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster token revoke laptop\n  $ muster token revoke wstok_01kaf7m2t4e8j9p3q5r7s9v1wx --service payroll-sync --yes\n\nIt names the token and asks, unless --yes is given.',
    )
    .action(async (named: string, options: RevokeOptions) => {
      const { runRevoke } = await import('./run-token.ts')
      await runRevoke(named, options)
    })
}
