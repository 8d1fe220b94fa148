import { Command, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { fullFlag, withFlag, type Flag } from './flag.ts'
import { nounCommand } from './noun-commands.ts'
import { rule } from './nouns.ts'
import { dateOption } from './options.ts'
import type { RuleVerb, RuleOptions } from './run-rule.ts'

const example = 'porul_01kaf7m2t4e8j9p3q5r7s9v1wx'

export const yesFlag: Flag = {
  flags: '--yes',
  description: 'apply without asking',
  variable: 'MUSTER_YES',
}

export function ruleCommand(): Command {
  return nounCommand(rule, { list: 'engineering/backend', show: example })
    .addCommand(
      changeCommand('activate', 'put a draft in force')
        .addOption(dateOption('--at <date>', 'not now, but then', 'MUSTER_AT'))
        .addOption(
          new Option('--replaces <rule>', 'end that rule in the same moment').env(
            'MUSTER_RULE_REPLACES',
          ),
        ),
    )
    .addCommand(
      changeCommand(
        'deprecate',
        'end a rule later: its people keep their access until then',
      ).addOption(dateOption('--at <date>', 'when (default: now and its grace)', 'MUSTER_AT')),
    )
    .addCommand(changeCommand('deactivate', 'end a rule now'))
    .addCommand(changeCommand('delete', 'delete a draft, or a rule that has ended'))
}

function changeCommand(verb: RuleVerb, description: string): Command {
  return [fullFlag, yesFlag]
    .reduce(withFlag, withApiOptions(new Command(verb)))
    .description(description)
    .argument('<rule>', rule.argument)
    .addHelpText(
      'after',
      `
Examples:
  $ muster rule ${verb} ${example}
  $ muster rule ${verb} ${example} --yes

It shows whose access would change, and asks, unless --yes is given.`,
    )
    .action(async (named: string, options: RuleOptions) => {
      const { runRuleChange } = await import('./run-rule.ts')
      await runRuleChange(verb, named, options)
    })
}
