import { counted } from '../../parts/counted.ts'
import { changesOf } from '../../parts/plan/text.ts'
import type { Totals } from '../../parts/plan/types.ts'

const number = (count: number) => count.toLocaleString('en')
const people = (count: number) => counted(count, 'person', 'people')
const accounts = (count: number) => counted(count, 'account')

type Held = { people: number; accounts_without_person: number }

/** `1 person and 10 accounts without a person` */
function held({ people: count, accounts_without_person: alone }: Held): string {
  if (alone === 0) return people(count)
  const others = `${accounts(alone)} without a person`
  return count === 0 ? others : `${people(count)} and ${others}`
}

export const text = {
  title: 'Incidents',
  incident: 'Incident',
  what: 'Runs of sources that would have moved too many people. What they said about these people waits here.',
  none: {
    title: 'There are no incidents',
    why: 'A run that would take or give access to more people than the limits allow opens one.',
  },
  noMatch: 'No incident matches',
  columns: {
    source: 'Source',
    state: 'State',
    why: 'Why',
    people: 'People',
    accounts: 'Accounts',
    alone: 'Without a person',
    ends: 'Account ends',
    opened: 'Opened',
    closed: 'Closed',
  },
  filters: { state: 'State', closedAs: 'Closed as' },
  more: (count: number) => `and ${number(count)} more`,
  moreLimits: (count: number) =>
    count === 1 ? 'One more limit is exceeded.' : `${number(count)} more limits are exceeded.`,
  holds: (source: string, incident: Held) => `${source}: ${held(incident)} held`,
  ofSource: (source: string) => `Incident of ${source}`,
  opened: 'Opened',
  closed: 'Closed',
  tabs: {
    overview: 'Overview',
    people: 'Held people',
    accounts: 'Accounts without a person',
    effect: 'Effect',
  },
  nobodyActs: {
    title: 'If nobody decides',
    stays: (incident: Held) =>
      `${held(incident)} ${incident.people + incident.accounts_without_person === 1 ? 'keeps' : 'keep'} the access and the values from before the run. Everyone else goes on as usual.`,
    ends: (source: string) =>
      `The incident closes by itself when ${source} corrects itself, or when a later complete run is within the limits.`,
    alerts: (count: number) =>
      `${accounts(count)} would end: those people may have left, so owners are reminded every day after the first.`,
  },
  why: 'Why the run stopped here',
  said: 'What the source said',
  saidBefore: 'Accepted',
  saidAfter: 'Reported',
  saidCount: 'Accounts',
  saidNothing: 'The pending facts no longer differ from the accepted ones.',
  saidWithheld: {
    email: 'Addresses are left out, because you may not see people.',
    profile: 'Values of profiles are left out, because you may not see them.',
  },
  saidCapped: 'These are the 100 most frequent changes.',
  of: { account: 'New account', state: 'State', email: 'Email' },
  newAccount: 'not known before',
  would: 'What would happen',
  wouldWhole: 'See everyone it affects',
  planning: 'Working out who would gain or lose access …',
  failed: 'The effect is not known.',
  nothingHeld: 'Nothing is held any more',
  nothingHeldWhy: 'Everyone was decided or released.',
  decisions: 'Decisions so far',
  staysChanged: (what: string) =>
    `The same runs changed this for others, and a rejection does not take it back: ${what}.`,
  changes: {
    accounts_created: 'accounts created',
    accounts_changed: 'accounts changed',
    accounts_deactivated: 'accounts ended',
    people_created: 'people created',
    people_changed: 'people changed',
    people_deactivated: 'people deactivated',
    manifests_entered: 'entries into groups',
    manifests_changed: 'entries changed',
    manifests_ended: 'entries ended',
  },
  decided: { approved: 'approved for', rejected: 'rejected for' },
  people,
  accounts,
  approveAll: 'Approve all',
  afterAll: 'Approve after all',
  rejectedPeople: 'everyone who was rejected',
  wouldAfterAll: 'What was rejected can still be approved. This would happen:',
  reject: 'Reject',
  choose: 'Choose people',
  chosen: (count: number) => `${people(count)} chosen`,
  mostChosen: (most: number) => `At most ${most} people can be chosen at once.`,
  notHeld: 'They are no longer held.',
  clearChosen: 'Clear',
  approveSome: (count: number) => `Approve ${number(count)}`,
  rejectSome: (count: number) => `Reject ${number(count)}`,
  approveTitle: (people: string) => `Approve the reported values of ${people}?`,
  rejectTitle: (people: string) => `Reject the reported values of ${people}?`,
  everyone: (incident: Held) => `all ${held(incident)}`,
  approveVerb: 'Approve',
  rejectVerb: 'Reject',
  reason: 'Reason, for the audit log',
  reasonMissing: 'Say why.',
  reasonExamples: { approve: 'The reorganisation of 1 March', reject: 'The script was wrong' },
  approving: (totals: Totals) =>
    totals.people === 0
      ? 'The values are accepted. No access changes.'
      : `Access changes at once: ${changesOf(totals)}.`,
  rejecting:
    'Policy does not read the reported values until the source changes them. Access stays as it is. A rejected value can be approved later.',
  digest: 'Digest',
  exactly:
    'identifies the effect shown here. People who joined the incident since then stay held, and so do people for whom the source now reports other values.',
  changed:
    'The effect is no longer the one that you saw, so nothing was decided. What is shown now is current: read it, then decide again.',
  newPlan: 'See the current effect',
  search: 'Search held people',
  heldCount: (count: string) => `${count} ${count === '1' ? 'person' : 'people'}`,
  noHeld: 'Nobody is held',
  noHeldMatch: 'Nobody matches',
  withoutPerson: (count: number) =>
    `${accounts(count)} ${count === 1 ? 'belongs' : 'belong'} to no person. They can only be decided with everyone.`,
  seeAccounts: 'See these accounts',
  select: (name: string) => `Choose ${name}`,
  person: 'Person',
  state: 'State',
  department: 'Department',
  email: 'Email',
  reported: 'Reported',
  otherValues: 'Changed values',
  key: 'Value',
  panelEffect: 'Their access',
  panelNoEffect: 'No access of this person changes.',
  panelPerson: 'Open the person',
  vendorId: 'Id at the source',
} as const
