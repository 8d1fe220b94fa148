import type { NoticeLineKind } from '../../contract/states.ts'
import type { Waiting, WaitingRecord } from './find-lines.ts'

/** A part of a sentence. Names are written by the rules of each form of message. */
export type Part = string | { name: string }

/** A sentence, and where what it says is ended: a page of the console, and the command that shows the same. */
export type Line = { parts: readonly Part[]; path: string; command: string }

type Place = Pick<Line, 'path' | 'command'>
type Words = Place & {
  /** `incident`, `incidents` */
  nouns: readonly [one: string, several: string]
  says: (isOne: boolean) => string
  one?: (name: string) => readonly Part[]
  place?: (record: WaitingRecord) => Place
}

const names = (before: string, after: string) => (name: string) => [before, { name }, after]
const source = ({ id }: WaitingRecord): Place => ({
  path: `/sources/${id}`,
  command: `muster integration show ${id}`,
})

const service = ({ id }: WaitingRecord): Place => ({
  path: `/services/${id}`,
  command: `muster service show ${id}`,
})

const words: Record<NoticeLineKind, Words> = {
  incidents: {
    nouns: ['incident', 'incidents'],
    says: (isOne) => `${isOne ? 'holds' : 'hold'} people until someone decides.`,
    one: names('An incident of ', ' holds people until someone decides.'),
    path: '/incidents?state=open',
    command: 'muster incident list --state open',
    place: ({ id }) => ({ path: `/incidents/${id}`, command: `muster incident show ${id}` }),
  },
  plans: {
    nouns: ['plan', 'plans'],
    says: (isOne) =>
      `${isOne ? 'exceeds' : 'exceed'} a limit and ${isOne ? 'waits' : 'wait'} for someone who may approve.`,
    one: () => ['A plan exceeds a limit and waits for someone who may approve it.'],
    path: '/plans?state=ready&kind=change&beyond=true',
    command: 'muster plan list --state ready --beyond-limits',
    place: ({ id }) => ({ path: `/plans/${id}`, command: `muster plan show ${id}` }),
  },
  failing_sources: {
    nouns: ['source', 'sources'],
    says: (isOne) => `${isOne ? 'fails' : 'fail'}: the last run wrote nothing.`,
    one: names('The last run of ', ' failed.'),
    path: '/sources?run=failing',
    command: 'muster integration list',
    place: source,
  },
  rejected_account_ends: {
    nouns: ['account', 'accounts'],
    says: (isOne) =>
      `${isOne ? 'is' : 'are'} active because the end was rejected; the source still reports it.`,
    path: '/people?review=rejected_account_end',
    command: 'muster user list --review rejected_account_end',
  },
  rulesets_with_findings: {
    nouns: ['ruleset', 'rulesets'],
    says: (isOne) =>
      `${isOne ? 'has' : 'have'} rules on something that is gone, or that people write themselves.`,
    path: '/policy?finding=referent_gone%2Cself_service_key',
    command: 'muster ruleset list --finding referent_gone',
  },
  sources_with_unknown_states: {
    nouns: ['source', 'sources'],
    says: (isOne) => `${isOne ? 'has' : 'have'} accounts with states that are not known.`,
    one: names('The last run of ', ' found states of accounts that are not known.'),
    path: '/sources?unknown=unknown',
    command: 'muster integration list',
    place: source,
  },
  unattended_services: {
    nouns: ['service', 'services'],
    says: (isOne) => `${isOne ? 'has' : 'have'} no admin who is an active person.`,
    one: names('The service ', ' has no admin who is an active person.'),
    path: '/services?unattended=true',
    command: 'muster service list',
    place: service,
  },
  unsponsored_services: {
    nouns: ['service without a sponsor', 'services without a sponsor'],
    says: (isOne) =>
      `${isOne ? 'needs' : 'need'} someone who answers for ${isOne ? 'it' : 'them'}.`,
    one: names('Nobody answers for the service ', ': name a sponsor.'),
    path: '/services?unsponsored=true',
    command: 'muster service list --unsponsored',
    place: service,
  },
  unconfirmed_services: {
    nouns: ['unconfirmed service', 'unconfirmed services'],
    says: (isOne) => `${isOne ? 'ends' : 'end'} unless someone confirms ${isOne ? 'it' : 'them'}.`,
    one: names('Nobody has confirmed in time that the service ', ' is still needed: it ends.'),
    path: '/services?missed=true',
    command: 'muster service list --unconfirmed',
    place: service,
  },
  services_to_confirm: {
    nouns: ['service to confirm', 'services to confirm'],
    says: (isOne) =>
      `${isOne ? 'ends' : 'end'} unless you say that ${isOne ? 'it is' : 'they are'} still needed.`,
    one: names('You answer for the service ', ': say that it is still needed, or it ends.'),
    path: '/',
    command: 'muster service confirm <service>',
    place: ({ id }) => ({ path: '/', command: `muster service confirm ${id}` }),
  },
  waiting_accounts: {
    nouns: ['account', 'accounts'],
    says: (isOne) =>
      `${isOne ? 'waits' : 'wait'} for a decision whose ${isOne ? 'it is' : 'they are'}.`,
    path: '/sources/accounts?waits=true',
    command: 'muster identity list --waits',
  },
  orphans: {
    nouns: ['account', 'accounts'],
    says: (isOne) => `${isOne ? 'belongs' : 'belong'} to no one.`,
    path: '/sources/accounts?state=orphan',
    command: 'muster identity list --state orphan',
  },
  dimensions_with_surplus: {
    nouns: ['dimension', 'dimensions'],
    says: (isOne) => `${isOne ? 'has' : 'have'} too many values: some become no attributes.`,
    path: '/groups/attributes',
    command: 'muster dimension list',
  },
  due_rules: {
    nouns: ['rule', 'rules'],
    says: (isOne) => `${isOne ? 'begins or ends' : 'begin or end'} within seven days.`,
    one: () => ['A rule begins or ends within seven days.'],
    path: '/policy',
    command: 'muster ruleset list',
    place: ({ id, parent }) => ({
      path: `/policy/${parent}/rules/${id}`,
      command: `muster rule show ${id}`,
    }),
  },
  due_people: {
    nouns: ['person', 'people'],
    says: (isOne) => `${isOne ? 'starts or leaves' : 'start or leave'} within seven days.`,
    path: '/people?state=staged,expiring',
    command: 'muster user list --state staged,expiring',
  },
}

/** A line for each record that has a page, and one for all others of its kind. */
export function linesOf(waiting: readonly Waiting[]): Line[] {
  return waiting.flatMap(({ kind, count, isCapped, records }): Line[] => {
    const { nouns, says, one, place, path, command } = words[kind]
    if (one === undefined || place === undefined || records.length === 0)
      return [
        { parts: [`${numbered(nouns, count, isCapped)} ${says(count === 1)}`], path, command },
      ]
    const each = records.map((record) => ({ parts: one(record.name ?? ''), ...place(record) }))
    const rest = count - records.length
    if (rest <= 0) return each
    const more = `${numbered(nouns, rest, isCapped, 'more ')} ${says(rest === 1)}`
    return [...each, { parts: [more], path, command }]
  })
}

/** `2 incidents, 1 source`: without names, for the subject of a message. */
export function countsOf(waiting: readonly Waiting[]): string {
  return waiting
    .map(({ kind, count, isCapped }) => numbered(words[kind].nouns, count, isCapped))
    .join(', ')
}

function numbered(
  [one, several]: Words['nouns'],
  count: number,
  isCapped: boolean,
  more = '',
): string {
  return `${count}${isCapped ? '+' : ''} ${more}${count === 1 ? one : several}`
}
