import { counted } from '../../contract/text.ts'
import type { Body, RowOf } from '../../../sdk/src/index.ts'
import {
  describeEffect,
  describeKinds,
  describeTotals,
  indented,
} from '../plans/describe-effects.ts'
import { describeDeciders } from '../plans/describe-held.ts'
import { describeReason } from '../output/describe-reason.ts'
import { bold, localTime, terminalWidth } from '../output/output.ts'
import { details } from '../output/table-text.ts'

export type Incident = Body<'get', '/policy/incidents/{incident}'>
type AffectedRuleset = NonNullable<Incident['effect']>['rulesets'][number]
type Effect = RowOf<'/policy/incidents/{incident}/effects'>

export type IncidentEffects = {
  data: Effect[]
  meta: Body<'get', '/policy/incidents/{incident}/effects'>['meta']
}

const shownReasons = 10
const shownHeld = 5
const shownAccounts = 20

/** `users`: the people that `effects` covers; all of them when undefined. */
export function describeIncident(
  incident: Incident,
  effects: IncidentEffects,
  users: readonly string[] | undefined,
): string {
  return [
    bold(`${incident.id}  ${incident.integration.handle}`),
    details(factsOf(incident), terminalWidth()),
    '',
    ...describeFollowing(incident, effects, users),
  ].join('\n')
}

function factsOf(incident: Incident): string[][] {
  const { state, closed_as: closedAs, people, accounts, account_ends: ends } = incident
  return [
    ['state', closedAs === null ? state : `${state}: ${closedAs}`],
    ['opened', localTime(incident.timestamp.opened_at)],
    ...incident.reasons
      .slice(0, shownReasons)
      .map((reason) => ['because', describeReason({ ...reason, ruleset: reason.ruleset_name })]),
    ['held', `${counted(people, 'person', 'people')}${listOf(people, heldPeople(incident))}`],
    ...heldOfNoOne(incident),
    ['accounts', `${accounts}, of which ${ends} would end`],
    ...rejectedEnds(incident),
    ...(state === 'open' ? [['decided by', describeDeciders(incident.decision_permissions)]] : []),
    ...incident.decisions.map(({ decision, at, reason, people: of }) => [
      decision,
      `${counted(of, 'person', 'people')} at ${localTime(at)}: ${reason}`,
    ]),
    ...staysChanged(incident),
  ]
}

/** A rejection takes nothing back of what the same runs changed for others. */
function staysChanged({ decisions, stays_changed: changed }: Incident): string[][] {
  if (!decisions.some(({ decision }) => decision === 'rejected')) return []
  const { run_ids: _runs, runs, ...counts } = changed
  const parts = Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${number} ${name.replace('_', ' ')}`)
  return [['stays changed', `by ${counted(runs, 'run')}: ${parts.join(', ') || 'nothing'}`]]
}

/** The first people that it holds, each once. */
function heldPeople({ held }: Incident): string[] {
  const people = new Map(
    held.map(({ directory_user_id: id, full_name: name }) => [id, name ?? noName]),
  )
  people.delete(null)
  return [...people.values()].slice(0, shownHeld)
}

/** Accounts without a person stand in no list of people, so they are listed here. */
function heldOfNoOne({ id, held, accounts_without_person: count }: Incident): string[][] {
  if (count === 0) return []
  const names = held
    .filter(({ directory_user_id: person }) => person === null)
    .map(({ full_name: name, identity_id: account }) => name || account)
    .slice(0, shownAccounts)
  const all = `muster identity list --incident ${id} --without-person`
  return [['of no one', `${counted(count, 'account')}${listOf(count, names)} (${all})`]]
}

const noName = '(no name)'

/** `: Ada Moreau, Bo Chen and 3 more` */
function listOf(count: number, names: readonly string[]): string {
  if (names.length === 0) return ''
  const more = count - names.length
  return `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function rejectedEnds({ rejected_account_ends: ends }: Incident): string[][] {
  if (ends === 0) return []
  return [['finding', `${counted(ends, 'rejected account end')} that the source still reports`]]
}

function describeFollowing(
  { id, effect, correction }: Incident,
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
    `If the source is wrong, ${correction}. If it is right:`,
    `  muster incident approve ${id} --digest ${meta.digest}${some} --reason '…'`,
  ]
}

function describeRuleset({ type, name, resource_handle: handle, totals }: AffectedRuleset): string {
  return `${type} ${handle ?? name}: ${describeKinds(totals)}`
}

function describeRow({ directory_user: person, ruleset_name, before, after }: Effect): string {
  const { id, full_name: name, email } = person
  return `${ruleset_name}: ${describeEffect({ id, name, email, kinds: [], before, after })}`
}

/** An incident after a decision, or the plan by which a job carries it out. */
export function describeDecided(
  decided: Body<'post', '/policy/incidents/{incident}/approve'>,
): string {
  if (!('closed_as' in decided))
    return `A job does it, because it changes very many stays. To see how far it is, run: muster plan show ${decided.id}`
  if (decided.state === 'closed') return `${decided.id} is closed: ${decided.closed_as ?? ''}.`
  return `Done. ${decided.id} still holds ${counted(decided.people, 'person', 'people')}.`
}
