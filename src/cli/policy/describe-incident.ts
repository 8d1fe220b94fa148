import { counted } from '../../contract/text.ts'
import type { Body, RowOf } from '../../../sdk/src/index.ts'
import {
  describeCounts,
  describeEffect,
  describeKinds,
  describeTotals,
  indented,
  listed,
} from '../plans/describe-effects.ts'
import { describeDeciders } from '../plans/describe-held.ts'
import { describeReason } from '../output/describe-reason.ts'
import { bold, localTime, terminalWidth } from '../output/output.ts'
import { details, linesWith, type Line } from '../output/table-text.ts'

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
    details(linesWith(factsOf(incident)), terminalWidth()),
    '',
    ...describeFollowing(incident, effects, users),
  ].join('\n')
}

function factsOf(incident: Incident): Line[] {
  const { state, closed_as: closing, people, accounts, account_ends: ends, decisions } = incident
  const { run_ids: _runs, runs, ...changed } = incident.stays_changed
  const rejected = incident.rejected_account_ends
  return [
    ['state', closing === null ? state : `${state}: ${closing}`],
    ['opened', localTime(incident.timestamp.opened_at)],
    ...incident.reasons
      .slice(0, shownReasons)
      .map((reason): Line => ['because', describeReason(reason)]),
    ['held', `${counted(people, 'person', 'people')}${listed(heldPeople(incident), people)}`],
    ['of no one', heldOfNoOne(incident)],
    ['accounts', `${accounts}, of which ${ends} would end`],
    [
      'finding',
      rejected > 0 && `${counted(rejected, 'rejected account end')} that the source still reports`,
    ],
    ['decided by', state === 'open' && describeDeciders(incident.decision_permissions)],
    ...decisions.map(({ decision, at, reason, people: of }): Line => [
      decision,
      `${counted(of, 'person', 'people')} at ${localTime(at)}: ${reason}`,
    ]),
    // A rejection takes nothing back of what the same runs changed for others.
    [
      'stays changed',
      decisions.some(({ decision }) => decision === 'rejected') &&
        `by ${counted(runs, 'run')}: ${describeCounts(changed) || 'nothing'}`,
    ],
  ]
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
function heldOfNoOne({ id, held, accounts_without_person: count }: Incident): string | false {
  const names = held
    .filter(({ directory_user_id: person }) => person === null)
    .map(({ full_name: name, identity_id: account }) => name || account)
    .slice(0, shownAccounts)
  const all = `muster identity list --incident ${id} --without-person`
  return count > 0 && `${counted(count, 'account')}${listed(names, count)} (${all})`
}

const noName = '(no name)'

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
