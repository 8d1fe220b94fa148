import type { Totals } from '../policy/plans/effect.ts'
import type { PersonEffect } from '../policy/plans/resource-effects.ts'
import {
  counted,
  describeEffect,
  describeKinds,
  describeTotals,
  indented,
} from './describe-effects.ts'
import { describeReason } from './describe-reason.ts'
import { bold, table } from './output.ts'

type AllTotals = Totals & { people: number }

export type ListedIncident = {
  id: string
  state: string
  closed_as: string | null
  integration: { handle: string }
  reasons: (Parameters<typeof describeReason>[0] & { ruleset_name: string | null })[]
  people: number
  accounts: number
  account_ends: number
  rejected_account_ends: number
  timestamp: { opened_at: string }
}

export type Incident = ListedIncident & {
  effect: {
    state: string
    digest: string | null
    totals: AllTotals | null
    rulesets: { name: string; totals: Totals }[]
  } | null
  decisions: { decision: string; at: string; reason: string; people: number }[]
  held: { full_name: string | null; state: string; pending_state: string }[]
}

type Effect = Pick<PersonEffect, 'before' | 'after'> & {
  directory_user: { full_name: string; email: string | null; id: string }
  ruleset_name: string
}

export type IncidentEffects = {
  data: Effect[]
  meta: { state: string; failure: string | null; digest: string | null; totals: AllTotals | null }
}

const shownReasons = 10
const shownHeld = 5

export function describeIncidents(incidents: readonly ListedIncident[]): string {
  if (incidents.length === 0) return 'There are no incidents.'
  return table([
    ['id', 'source', 'state', 'people', 'opened'],
    ...incidents.map(({ id, integration, state, closed_as, people, timestamp }) => [
      id,
      integration.handle,
      closed_as ?? state,
      String(people),
      timestamp.opened_at,
    ]),
  ])
}

/** `users`: the people that `effects` covers; all of them when undefined. */
export function describeIncident(
  incident: Incident,
  effects: IncidentEffects,
  users: readonly string[] | undefined,
): string {
  return [
    bold(`${incident.id}  ${incident.integration.handle}`),
    table(factsOf(incident)),
    '',
    ...describeFollowing(incident, effects, users),
  ].join('\n')
}

function factsOf(incident: Incident): string[][] {
  const { state, closed_as: closedAs, people, accounts, account_ends: ends, held } = incident
  const names = held.slice(0, shownHeld).map(({ full_name: name }) => name ?? '(no name)')
  const more = people - names.length
  const list =
    names.length === 0 ? '' : `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return [
    ['state', closedAs === null ? state : `${state}: ${closedAs}`],
    ['opened', incident.timestamp.opened_at],
    ...incident.reasons
      .slice(0, shownReasons)
      .map((reason) => ['because', describeReason({ ...reason, ruleset: reason.ruleset_name })]),
    ['held', `${counted(people, 'person', 'people')}${list}`],
    ['accounts', `${accounts}, of which ${ends} would end`],
    ...rejectedEnds(incident),
    ...incident.decisions.map(({ decision, at, reason, people: of }) => [
      decision,
      `${counted(of, 'person', 'people')} at ${at}: ${reason}`,
    ]),
  ]
}

function rejectedEnds({ rejected_account_ends: ends }: Incident): string[][] {
  if (ends === 0) return []
  return [['finding', `${counted(ends, 'rejected account end')} that the source still reports`]]
}

function describeFollowing(
  { id, effect }: Incident,
  { data, meta }: IncidentEffects,
  users: readonly string[] | undefined,
): string[] {
  if (meta.state === 'none') return ['Nothing is held or rejected.']
  if (meta.failure !== null)
    return [`What would follow from approving it is not known. ${meta.failure}`]
  if (meta.totals === null || meta.digest === null)
    return ['What would follow from approving it is being worked out. Look again in a moment.']
  const rulesets = users === undefined ? (effect?.rulesets ?? []) : []
  const some = users === undefined ? '' : ` --user ${users.join(',')}`
  return [
    `If it is approved: ${describeTotals({ totals: meta.totals })}`,
    ...indented(rulesets.map(describeRuleset)),
    ...indented(data.map(describeRow)),
    `digest ${meta.digest}`,
    '',
    'If the source is wrong, correct it and import its complete list again. If it is right:',
    `  muster incident approve ${id} --digest ${meta.digest}${some} --reason '…'`,
  ]
}

function describeRuleset({ name, totals }: { name: string; totals: Totals }): string {
  return `${name}: ${describeKinds(totals)}`
}

function describeRow({ directory_user: person, ruleset_name, before, after }: Effect): string {
  const { id, full_name: name, email } = person
  return `${ruleset_name}: ${describeEffect({ id, name, email, kinds: [], before, after })}`
}

/** An incident after a decision, or the plan by which a job carries it out. */
export function describeDecided(decided: Incident): string {
  if (decided.id.startsWith('popln_'))
    return `A job does it, because it changes very many stays. ${decided.id} tells how far it is.`
  if (decided.state === 'closed') return `${decided.id} is closed: ${decided.closed_as ?? ''}.`
  return `Done. ${decided.id} still holds ${counted(decided.people, 'person', 'people')}.`
}
