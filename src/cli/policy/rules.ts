import type { Command } from 'commander'
import { resourceTypes } from '../../contract/states.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { declare, type Declared } from '../command-line/declare.ts'
import { fullFlag, planFlag, yesFlag } from '../command-line/flag.ts'
import { atFlag, limitFlag, readDate, typeFlag } from '../command-line/options.ts'
import { resource } from '../nouns/directory-nouns.ts'
import { condition, rule, ruleset, rulesetAdmin } from '../nouns/policy-nouns.ts'

const versions: Declared = {
  name: 'versions',
  about: 'which rule came from which, how they differ, who did it when, and by which plan',
  arguments: [['<ruleset>', ruleset.argument]],
  options: [typeFlag(), limitFlag()],
  examples: ['ruleset versions engineering/backend', 'ruleset versions engineering/backend --json'],
  load: async () => (await import('./run-versions.ts')).runVersions,
}

const compare: Declared = {
  name: 'compare',
  about:
    'who is in a manifest on one of two dates and not on the other, and what made the difference',
  arguments: [['<ruleset>', ruleset.argument]],
  options: [
    typeFlag(),
    atFlag,
    [
      '--until <date>',
      'the later date (default: now)',
      { read: readDate, variable: 'MUSTER_COMPARE_UNTIL' },
    ],
    limitFlag(),
  ],
  examples: [
    'ruleset compare engineering/backend --at 2026-03-01',
    'ruleset compare engineering/backend --at 2026-03-01 --until 2026-06-01 --limit all --csv',
  ],
  load: async () => (await import('./run-compare-manifest.ts')).runCompareManifest,
}

const suggest: Declared = {
  name: 'suggest',
  about: 'suggest rules that admit the members of a resource, and say whom they would miss and add',
  arguments: [['<resource>', resource.argument]],
  options: [typeFlag(resourceTypes)],
  examples: ['rule suggest engineering/backend', 'rule suggest team-platform --json | jq .data'],
  load: async () => (await import('./run-suggest.ts')).runSuggest,
}

export function rulesetCommand(): Command {
  return nounCommand(ruleset, {
    further: [nounCommand(rulesetAdmin), ...[versions, compare].map(declare)],
  })
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
    further: [nounCommand(condition), declare(suggest)],
  })
}
