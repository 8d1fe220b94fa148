import { Option, type Command } from 'commander'
import { declare } from '../command-line/declare.ts'
import { fullFlag, yesFlag } from '../command-line/flag.ts'
import { nounCommand } from '../api/noun-commands.ts'
import { incident } from '../nouns/policy-nouns.ts'

const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const argument = ['<incident>', incident.argument] as const

export function incidentCommand(): Command {
  const show = declare({
    name: 'show',
    about: 'which people an incident holds, why, and what would follow from approving it',
    arguments: [argument],
    options: [fullFlag, userOption()],
    examples: [
      `incident show ${incident.example}`,
      'incident show idp --full --user ada.moreau@acme.example',
    ],
    load: async () => (await import('./run-incident.ts')).runIncidentShow,
  }).alias('get')
  return [
    show,
    decide('approve', 'accept the pending facts of the people that an incident holds'),
    decide('reject', 'keep what is pending unread until the source changes it'),
  ].reduce((whole, each) => whole.addCommand(each), nounCommand(incident, ['show']))
}

function decide(verb: 'approve' | 'reject', about: string): Command {
  return declare({
    name: verb,
    about,
    arguments: [argument],
    options: [
      fullFlag,
      yesFlag('apply'),
      [
        '--digest <digest>',
        'of what `muster incident show` has shown; without it, that is shown first',
        'MUSTER_INCIDENT_DIGEST',
      ],
      new Option('--reason <text>', 'why, for the audit log; required')
        .env('MUSTER_INCIDENT_REASON')
        .makeOptionMandatory(),
      userOption(),
    ],
    examples: [
      `incident ${verb} idp --reason 'Asked the people department'`,
      `incident ${verb} ${incident.example} --digest ${digest} --reason 'Asked the people department'`,
    ],
    load: async () => {
      const { runApprove, runReject } = await import('./run-incident.ts')
      return verb === 'approve' ? runApprove : runReject
    },
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
