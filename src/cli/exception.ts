import { Command, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { fullFlag, withFlag } from './flag.ts'
import { listCommand } from './noun-commands.ts'
import { exception, ruleset, user } from './nouns.ts'
import { dateOption, typeOption } from './options.ts'
import { yesFlag } from './rule.ts'
import type { ExceptionOptions } from './run-exception.ts'

export function exceptionCommand(): Command {
  return new Command('exception')
    .description('access that no rule gives, for one person and a limited time')
    .addCommand(listCommand(exception, 'engineering/backend'))
    .addCommand(createCommand())
}

function createCommand(): Command {
  return [fullFlag, yesFlag]
    .reduce(withFlag, withApiOptions(new Command('create')))
    .description('let one person in for a while')
    .argument('<user>', user.argument)
    .argument('<resource>', ruleset.argument)
    .addOption(dateOption('--until <date>', 'its end', 'MUSTER_UNTIL').makeOptionMandatory())
    .addOption(
      new Option('--reason <text>', 'why, for the audit log')
        .env('MUSTER_REASON')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--role <role>', 'the role there (default: member)').env('MUSTER_EXCEPTION_ROLE'),
    )
    .addOption(typeOption())
    .addHelpText(
      'after',
      `
Examples:
  $ muster exception create ada.moreau@acme.example engineering/backend --until 2027-03-01 --reason "Helps with the migration"
  $ muster exception create "Ada Moreau" engineering/backend --role reporter --until 2027-03-01 --reason INC-12 --yes

It shows the change and asks, unless --yes is given. An exception is a rule: \`muster rule list\` shows it, and \`muster rule deactivate\` ends it sooner.`,
    )
    .action(async (person: string, resource: string, options: ExceptionOptions) => {
      const { runExceptionCreate } = await import('./run-exception.ts')
      await runExceptionCreate({ person, resource }, options)
    })
}
