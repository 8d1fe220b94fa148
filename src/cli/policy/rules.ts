import type { Command } from 'commander'
import { nounCommand } from '../api/noun-commands.ts'
import { declare, type Declared } from '../command-line/declare.ts'
import { fullFlag, planFlag, yesFlag } from '../command-line/flag.ts'
import { limitFlag, typeFlag } from '../command-line/options.ts'
import { condition, rule, ruleset, rulesetAdmin } from '../nouns/policy-nouns.ts'

const versions: Declared = {
  name: 'versions',
  about: 'which rule came from which, how they differ, who did it when, and by which plan',
  arguments: [['<ruleset>', ruleset.argument]],
  options: [typeFlag(), limitFlag()],
  examples: ['ruleset versions engineering/backend', 'ruleset versions engineering/backend --json'],
  load: async () => (await import('./run-versions.ts')).runVersions,
}

export function rulesetCommand(): Command {
  return nounCommand(ruleset, { further: [nounCommand(rulesetAdmin), declare(versions)] })
}

export function ruleCommand(): Command {
  return nounCommand(rule, {
    verbs: {
      'put-back': {
        about: 'put a rule that has ended in force again',
        extra: [fullFlag, planFlag, yesFlag('apply')],
        note: 'A plan shows its effect: a copy takes over from the version that is in force now. It is applied once you agree.',
        load: async () => (await import('./run-versions.ts')).runPutBack,
      },
    },
    further: [nounCommand(condition)],
  })
}
