import { Command } from 'commander'
import { withApiOptions } from './api-options.ts'
import { withFlag } from './flag.ts'
import { user } from './nouns.ts'
import { dateOption } from './options.ts'
import { yesFlag } from './rule.ts'
import type { StepOptions, UserVerb } from './run-user-step.ts'

/** `at`: whether it takes a date. */
type Step = { verb: UserVerb; about: string; at?: 'optional' | 'required' }

const steps: readonly Step[] = [
  { verb: 'activate', about: 'activate a person, now or on a date', at: 'optional' },
  { verb: 'expire', about: 'end a person’s access on a date', at: 'required' },
  { verb: 'suspend', about: 'take a person’s access away until they are activated again' },
  { verb: 'deactivate', about: 'end a person’s access now' },
  { verb: 'delete', about: 'delete a person, who can be restored' },
  { verb: 'restore', about: 'restore a deleted person' },
  { verb: 'erase', about: 'erase the data of a deleted person for good' },
]

/** The steps of a person's life, each a command. */
export function userSteps(): Command[] {
  return steps.map(stepCommand)
}

const about = { optional: 'then (default: now)', required: 'when' }

function stepCommand({ verb, about: description, at }: Step): Command {
  const command = withFlag(withApiOptions(new Command(verb)), yesFlag)
    .description(description)
    .argument('<user>', user.argument)
  const example = at === undefined ? '' : ' --at 2026-12-31T17:00:00Z'
  if (at !== undefined)
    command.addOption(
      dateOption('--at <date>', about[at], 'MUSTER_AT').makeOptionMandatory(at === 'required'),
    )
  return command
    .addHelpText(
      'after',
      `
Examples:
  $ muster user ${verb} ada.moreau@acme.example${example}
  $ muster user ${verb} ada.moreau@acme.example${example} --yes

It names the person and asks, unless --yes is given.`,
    )
    .action(async (named: string, options: StepOptions) => {
      const { runUserStep } = await import('./run-user-step.ts')
      await runUserStep(verb, named, options)
    })
}
