import { Command, InvalidArgumentError, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { user } from './nouns.ts'
import type { PersonOptions } from './run-user-write.ts'

/** `muster user create` and `muster user update`. */
export function userWrites(): Command[] {
  return [createCommand(), updateCommand()]
}

function createCommand(): Command {
  return withPerson(new Command('create'))
    .description('create a person who is in no source yet')
    .addOption(
      new Option('--state <state>', 'staged or active (default: staged)')
        .choices(['staged', 'active'])
        .env('MUSTER_USER_STATE'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster user create --first-name Noor --last-name Haddad --email noor.haddad@acme.example
  $ muster user create --first-name Noor --last-name Haddad --state active --manager ada.moreau@acme.example -o id`,
    )
    .action(async (options: PersonOptions) => {
      const { runUserCreate } = await import('./run-user-write.ts')
      await runUserCreate(options)
    })
}

function updateCommand(): Command {
  return withPerson(new Command('update'))
    .description('change what no source governs of a person')
    .argument('<user>', user.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster user update noor.haddad@acme.example --manager "Ada Moreau"
  $ muster user update noor.haddad@acme.example --metadata shirt_size=M desk=4.12`,
    )
    .action(async (named: string, options: PersonOptions) => {
      const { runUserUpdate } = await import('./run-user-write.ts')
      await runUserUpdate(named, options)
    })
}

function withPerson(command: Command): Command {
  return withApiOptions(command)
    .addOption(new Option('--first-name <name>', 'given name').env('MUSTER_USER_FIRST_NAME'))
    .addOption(new Option('--last-name <name>', 'family name').env('MUSTER_USER_LAST_NAME'))
    .addOption(new Option('--email <address>', 'e-mail address').env('MUSTER_USER_EMAIL'))
    .addOption(
      new Option('--username <name>', 'in place of the part before @').env('MUSTER_USER_USERNAME'),
    )
    .addOption(
      new Option('--manager <user>', `the manager: ${user.argument}`).env('MUSTER_USER_MANAGER'),
    )
    .addOption(
      new Option(
        '--parent <user>',
        `the person whose second account this is: ${user.argument}`,
      ).env('MUSTER_USER_PARENT'),
    )
    .addOption(
      new Option('--metadata <key=value...>', 'own keys; an empty value removes one')
        .env('MUSTER_USER_METADATA')
        .argParser((text, before: Record<string, string | null> | undefined) => {
          const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
          if (key === undefined) throw new InvalidArgumentError('It must be key=value.')
          return { ...before, [key]: value === undefined || value === '' ? null : value }
        }),
    )
}
