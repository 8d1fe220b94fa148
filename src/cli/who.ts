import { Command } from 'commander'
import { withApiOptions, type ApiOptions } from './api-options.ts'
import { limitOption } from './noun-commands.ts'
import { ruleset } from './nouns.ts'
import { atOption, typeOption } from './options.ts'
import type { WhoOptions, WhoHasOptions } from './run-who.ts'

export function whoCommand(): Command {
  return withApiOptions(new Command('who'))
    .description(
      'people by a part of their name, username or e-mail address, or by a number or the id of an account',
    )
    .argument('<query>', 'at least three characters')
    .addOption(limitOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster who moreau\n  $ muster who E-2041\n  $ muster who ada --json | jq .data[].id',
    )
    .action(async (search: string, options: WhoOptions) => {
      const { runWho } = await import('./run-who.ts')
      await runWho(search, options)
    })
}

export function whoHasCommand(): Command {
  return withApiOptions(new Command('who-has'))
    .description('who should have access to a resource, in which role, by which rule')
    .argument('<resource>', ruleset.argument)
    .addOption(typeOption())
    .addOption(atOption())
    .addOption(limitOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster who-has engineering/backend\n  $ muster who-has Engineering --type directory_attribute --at 2026-03-01',
    )
    .action(async (resource: string, options: WhoHasOptions) => {
      const { runWhoHas } = await import('./run-who.ts')
      await runWhoHas(resource, options)
    })
}

export function whoamiCommand(): Command {
  return withApiOptions(new Command('whoami'))
    .description('whose token this is, and what it may do')
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster whoami\n  $ muster whoami --json | jq .permissions',
    )
    .action(async (options: ApiOptions) => {
      const { runWhoami } = await import('./run-who.ts')
      await runWhoami(options)
    })
}
