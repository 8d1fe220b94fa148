import { Command } from 'commander'
import { withApiOptions } from './api-options.ts'
import { limitOption, nounCommand } from './noun-commands.ts'
import { ruleset, user } from './nouns.ts'
import { atOption, typeOption } from './options.ts'
import { userSteps } from './user-steps.ts'
import { userWrites } from './user-writes.ts'
import type { AccessOptions, WhyOptions, HistoryOptions } from './run-user.ts'

export function userCommand(): Command {
  const command = nounCommand(user, {
    list: '--org department:Sales',
    show: 'ada.moreau@acme.example',
  })
    .addCommand(accessCommand())
    .addCommand(whyCommand())
    .addCommand(historyCommand())
  return [...userWrites(), ...userSteps()].reduce((whole, each) => whole.addCommand(each), command)
}

function accessCommand(): Command {
  return withApiOptions(new Command('access'))
    .description('what a person has access to, and why')
    .argument('<user>', user.argument)
    .addOption(atOption())
    .addOption(typeOption())
    .addOption(limitOption(500))
    .addHelpText(
      'after',
      `
Examples:
  $ muster user access ada.moreau@acme.example
  $ muster user access "Ada Moreau" --type codehost_group --at 2026-03-01`,
    )
    .action(async (named: string, options: AccessOptions) => {
      const { runAccess } = await import('./run-user.ts')
      await runAccess(named, options)
    })
}

function whyCommand(): Command {
  return withApiOptions(new Command('why'))
    .description('why a person has access to a resource, or why not')
    .argument('<user>', user.argument)
    .argument('<resource>', ruleset.argument)
    .addOption(typeOption())
    .addHelpText(
      'after',
      `
Examples:
  $ muster user why ada.moreau@acme.example engineering/backend
  $ muster user why "Ada Moreau" Engineering --type directory_attribute`,
    )
    .action(async (named: string, resource: string, options: WhyOptions) => {
      const { runWhy } = await import('./run-user.ts')
      await runWhy(named, resource, options)
    })
}

function historyCommand(): Command {
  return withApiOptions(new Command('history'))
    .description('what happened to a person, newest first')
    .argument('<user>', user.argument)
    .addOption(limitOption(20, 'MUSTER_AUDIT_LIMIT'))
    .addHelpText('after', '\nExamples:\n  $ muster user history ada.moreau@acme.example --limit 50')
    .action(async (named: string, options: HistoryOptions) => {
      const { runHistory } = await import('./run-user.ts')
      await runHistory(named, options)
    })
}
