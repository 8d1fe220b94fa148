import { Command, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { fullFlag, withFlag } from './flag.ts'
import { listCommand } from './noun-commands.ts'
import { incident } from './nouns.ts'
import { yesFlag } from './rule.ts'
import type { ShowOptions, DecideOptions } from './run-incident.ts'

const example = 'poinc_01kaf7m2t4e8j9p3q5r7s9v1wx'
const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export function incidentCommand(): Command {
  return new Command('incident')
    .description(incident.about)
    .addCommand(listCommand(incident, '--state open'))
    .addCommand(show())
    .addCommand(decide('approve', 'accept the pending facts of the people that an incident holds'))
    .addCommand(decide('reject', 'keep what is pending unread until the source changes it'))
}

function show(): Command {
  return withFlag(withApiOptions(new Command('show')), fullFlag)
    .description('which people an incident holds, why, and what would follow from approving it')
    .argument('<incident>', incident.argument)
    .addOption(userOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster incident show ${example}\n  $ muster incident show idp --full --user ada.moreau@acme.example`,
    )
    .action(async (named: string, options: ShowOptions) => {
      const { runIncidentShow } = await import('./run-incident.ts')
      await runIncidentShow(named, options)
    })
}

function decide(verb: 'approve' | 'reject', description: string): Command {
  return [fullFlag, yesFlag]
    .reduce(withFlag, withApiOptions(new Command(verb)))
    .description(description)
    .argument('<incident>', incident.argument)
    .addOption(
      new Option(
        '--digest <digest>',
        'of what `muster incident show` has shown; without it, that is shown first',
      ).env('MUSTER_INCIDENT_DIGEST'),
    )
    .addOption(
      new Option('--reason <text>', 'why, for the audit log; required')
        .env('MUSTER_INCIDENT_REASON')
        .makeOptionMandatory(),
    )
    .addOption(userOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster incident ${verb} idp --reason 'Asked the people department'\n  $ muster incident ${verb} ${example} --digest ${digest} --reason 'Asked the people department'`,
    )
    .action(async (named: string, options: DecideOptions) => {
      const { runDecide } = await import('./run-incident.ts')
      await runDecide(verb, named, options)
    })
}

function userOption(): Option {
  return new Option(
    '--user <user...>',
    'some of the people only, by id, e-mail address, username or name',
  )
    .env('MUSTER_INCIDENT_USER')
    .argParser((text, before: string[] | undefined) => [
      ...(before ?? []),
      ...text
        .split(/\s*,\s*|\s+(?=drusr_)/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ])
}
