import { Command, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import { nounCommand } from './noun-commands.ts'
import { workspaceUser } from './nouns.ts'
import { endOption } from './options.ts'
import { yesFlag } from './rule.ts'
import type { AccountOptions, NewAccountOptions } from './run-workspace-user.ts'

const example = 'ada.moreau@acme.example'

export function workspaceUserCommand(): Command {
  return nounCommand(workspaceUser, { list: '--role workspace.owner', show: example })
    .addCommand(createCommand())
    .addCommand(updateCommand())
    .addCommand(stepCommand('deactivate', 'end a person’s sign-in, tokens and sessions'))
    .addCommand(stepCommand('restore', 'let a deactivated person sign in again'))
}

function createCommand(): Command {
  return withApiOptions(new Command('create'))
    .description('add a person before their first sign-in')
    .addOption(
      new Option('--provider <issuer>', 'the issuer that they sign in with, as in its tokens')
        .env('MUSTER_ACCOUNT_PROVIDER')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--provider-id <subject>', 'their subject there')
        .env('MUSTER_ACCOUNT_PROVIDER_ID')
        .makeOptionMandatory(),
    )
    .addOption(nameOption().makeOptionMandatory())
    .addOption(new Option('--email <address>', 'e-mail address').env('MUSTER_ACCOUNT_EMAIL'))
    .addOption(new Option('--handle <handle>', 'short name').env('MUSTER_ACCOUNT_HANDLE'))
    .addOption(roleOption('their roles'))
    .addOption(untilOption('their end: they may do nothing from then on'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster workspace-user create --provider https://id.acme.example --provider-id 248289761001 --name "Ada Moreau" --role workspace.auditor',
    )
    .action(async (options: NewAccountOptions) => {
      const { runAccountCreate } = await import('./run-workspace-user.ts')
      await runAccountCreate(options)
    })
}

function updateCommand(): Command {
  return withApiOptions(new Command('update'))
    .description('change the name or the end, or replace the roles')
    .argument('<user>', workspaceUser.argument)
    .addOption(nameOption())
    .addOption(roleOption('all their roles from now on'))
    .addOption(untilOption('their end, or `never`'))
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster workspace-user update ${example} --role workspace.auditor support\n  $ muster workspace-user update ${example} --name "Ada Moreau-Lind"\n  $ muster workspace-user update ${example} --until 2027-03-01`,
    )
    .action(async (named: string, options: AccountOptions) => {
      const { runAccountUpdate } = await import('./run-workspace-user.ts')
      await runAccountUpdate(named, options)
    })
}

function nameOption(): Option {
  return new Option('--name <name>', 'full name').env('MUSTER_ACCOUNT_NAME')
}

function untilOption(about: string): Option {
  return endOption('--until <date>', about, 'MUSTER_ACCOUNT_UNTIL')
}

function roleOption(about: string): Option {
  return new Option('--role <role...>', about).env('MUSTER_ACCOUNT_ROLE')
}

function stepCommand(verb: 'deactivate' | 'restore', description: string): Command {
  return withFlag(withApiOptions(new Command(verb)), yesFlag)
    .description(description)
    .argument('<user>', workspaceUser.argument)
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster workspace-user ${verb} ${example}\n  $ muster workspace-user ${verb} ${example} --yes\n\nIt names the person and asks, unless --yes is given.`,
    )
    .action(async (named: string, options: AccountOptions) => {
      const { runAccountStep } = await import('./run-workspace-user.ts')
      await runAccountStep(verb, named, options)
    })
}
