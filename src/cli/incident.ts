import { Command, Option } from 'commander'
import { incidentStates } from '../contract/states.ts'
import { callApi, readAll, withApiOptions, type ApiOptions } from './api-client.ts'
import {
  describeDecided,
  describeIncident,
  describeIncidents,
  type Incident,
  type IncidentEffects,
  type ListedIncident,
} from './describe-incident.ts'
import { fullFlag, withFlag } from './flag.ts'
import { print } from './output.ts'

type ListOptions = ApiOptions & { state?: string }
type ShowOptions = ApiOptions & { user?: string[]; full?: boolean }
type DecideOptions = ApiOptions & { user?: string[]; digest: string; reason: string }

const example = 'poinc_01kaf7m2t4e8j9p3q5r7s9v1wx'
const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** Effects that `show` reads; with `--full` as many pages as there are. */
const pageSize = 500

export function incidentCommand(): Command {
  return new Command('incident')
    .description('people who are held because a source would have moved too many')
    .addCommand(list())
    .addCommand(show())
    .addCommand(decide('approve', 'accept the pending facts of the people that an incident holds'))
    .addCommand(decide('reject', 'keep what is pending unread until the source changes it'))
}

function list(): Command {
  return withApiOptions(new Command('list'))
    .description('list incidents')
    .addOption(
      new Option('--state <state>', 'only those that are open, or closed')
        .env('MUSTER_INCIDENT_STATE')
        .choices([...incidentStates]),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ muster incident list --state open\n  $ muster incident list --json | jq .[0].reasons',
    )
    .action(async (options: ListOptions) => {
      const filter = options.state === undefined ? '' : `&filter[state]=${options.state}`
      const incidents = await readAll<ListedIncident>(
        options,
        `/policy/incidents?sort=-opened_at${filter}`,
      )
      print(options.json, incidents, () => describeIncidents(incidents))
    })
}

function show(): Command {
  const command = withApiOptions(new Command('show'))
    .description('which people an incident holds, why, and what would follow from approving it')
    .argument('<incident>', 'an incident id, poinc_…')
    .addOption(userOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ muster incident show ${example}\n  $ muster incident show ${example} --full --user drusr_01kaf7m2t4e8j9p3q5r7s9v1wx`,
    )
    .action(async (id: string, options: ShowOptions) => {
      const path = incidentPath(id)
      const incident = await callApi<Incident>(options, 'GET', path)
      const users = options.user === undefined ? '' : `&filter[user]=${options.user.join()}`
      const first = `${path}/effects?page[size]=${pageSize}${users}`
      const { meta } = await callApi<IncidentEffects>(options, 'GET', first)
      const data =
        options.full === true ? await readAll<IncidentEffects['data'][number]>(options, first) : []
      const shown: IncidentEffects = { data, meta }
      print(options.json, { ...incident, effects: shown }, () =>
        describeIncident(incident, shown, options.user),
      )
    })
  return withFlag(command, fullFlag)
}

function decide(verb: 'approve' | 'reject', description: string): Command {
  return withApiOptions(new Command(verb))
    .description(description)
    .argument('<incident>', 'an incident id, poinc_…')
    .addOption(
      new Option('--digest <digest>', 'of what `muster incident show` has shown')
        .env('MUSTER_INCIDENT_DIGEST')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--reason <text>', 'why, for the audit log')
        .env('MUSTER_INCIDENT_REASON')
        .makeOptionMandatory(),
    )
    .addOption(userOption())
    .addHelpText(
      'after',
      `\nExample:\n  $ muster incident ${verb} ${example} --digest ${digest} --reason 'Asked the people department'`,
    )
    .action(async (id: string, options: DecideOptions) => {
      const body = {
        digest: options.digest,
        reason: options.reason,
        ...(options.user === undefined ? {} : { users: options.user }),
      }
      const decided = await callApi<Incident>(options, 'POST', `${incidentPath(id)}/${verb}`, body)
      print(options.json, decided, () => describeDecided(decided))
    })
}

function userOption(): Option {
  return new Option('--user <user...>', 'some of the people only, by id, drusr_…')
    .env('MUSTER_INCIDENT_USER')
    .argParser((text, before: string[] | undefined) => [
      ...(before ?? []),
      ...text.split(/[\s,]+/).filter((id) => id !== ''),
    ])
}

function incidentPath(id: string): string {
  return `/policy/incidents/${encodeURIComponent(id)}`
}
