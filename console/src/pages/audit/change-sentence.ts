import type { RowOf } from 'muster-sdk'
import { aboutOf, changesLine, type Log } from './describe-log.ts'
import { eventPhrase } from './event-words.ts'
import { text } from './text.ts'
import { happenings, toldActs, toldOfMany } from './told-events.ts'

export type Change = RowOf<'/audit/changes'>
export type Names = ReadonlyMap<string, string>

/** A part of a sentence; with `id` it is the name of a record, and leads there. */
export type Piece = { text: string; id?: string; tone?: 'strong' | 'quiet' | 'gained' | 'lost' }

/** The records that the page is about: their names are not repeated. */
export type About = readonly (string | null)[]

const colon: Piece = { text: ': ' }

/** What a change was, in words: `Ada activated the rule Developer: Backend: 3 people gained access`. */
export function sentenceOf(change: Change, names: Names, about: About = []): Piece[] {
  const { actor, rows, events, row_count: count } = change
  const main = mainRow(rows)
  if (main === undefined) return []
  const who = actor.id === null ? text.system : (names.get(actor.id) ?? text.someone)
  const subject: Piece = { text: who, ...(actor.id !== null && { id: actor.id }), tone: 'strong' }
  const effects = effectsOf(change, main, names, about)
  if (isAccess(main.event, events) && effects.length > 0) return [subject, colon, ...effects]
  const act = actOf(main, events[main.event] ?? 1, names, about)
  const values: Piece[] =
    count === 1 ? [{ text: changesLine(main, names), tone: 'quiet' }] : effects
  const said = values.filter((piece) => piece.text !== '')
  return [subject, { text: ' ' }, ...act, ...(said.length === 0 ? [] : [colon, ...said])]
}

export function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('')
}

/** The row that says what its actor did. Other rows of the change follow from it. */
export function mainRow(rows: readonly Log[]): Log | undefined {
  return rows.toSorted((a, b) => rankOf(a.event) - rankOf(b.event))[0]
}

const ranks = [
  /^policy\.(plan\.(apply|begin)|incident\.(approve|reject))$/,
  /^workspace\.integration\./,
  /^policy\.rule\.(activate|deactivate)$/,
  /^policy\.rule\./,
  /^directory\.user\./,
  /^(?!policy\.(user|condition)\.|directory\.(member|identity)\.|directory\.resource\.populate)/,
  /^directory\./,
  /^policy\.user\./,
]

function rankOf(event: string): number {
  const rank = ranks.findIndex((each) => each.test(event))
  return rank === -1 ? ranks.length : rank
}

/** Stays that begin and end are told as who gained and lost access, and many that change by their number. */
function isAccess(event: string, { [event]: count = 0 }: Change['events']): boolean {
  return movesOf(event) !== undefined || (event === 'policy.user.change' && count > 1)
}

/** Verbs of phrases in which someone did something. Others say what happened: `Person expired`. */
const acts =
  /^(.+?) (activated|added|alerted|applied|approved|archived|changed|confirmed|created|deactivated|deleted|encrypted|erased|exported|issued|joined|made|matched|paused|recorded|rejected|released|removed|replaced|restored|resumed|retried|revoked|sent|set|started|suspended|taken|tested)( .*)?$/

/** `activated the rule Developer: Backend`, or `created 12 rules`. */
function actOf(log: Log, count: number, names: Names, about: About): Piece[] {
  const { event } = log
  const named = nameOf(log, names, about)
  const told = toldActs[event]
  if (told !== undefined) return toldAs(count > 1 ? told.many : told, count, named)
  const phrase = lowered(eventPhrase(event))
  const [, noun, verb, rest = ''] = acts.exec(phrase) ?? []
  if (noun === undefined || verb === undefined || happenings.has(event))
    return [
      { text: `– ${happened(event, count)}` },
      ...(count > 1 || named.length === 0 ? [] : [colon, ...named]),
    ]
  // Its name says which one it is.
  const [, whole, of, container = ''] = /^(.+?) (of|for) an? ([a-z ]+)$/.exec(noun + rest) ?? []
  if (count > 1) {
    const counts = counted(count, container.replace(/ at the source$/, ''))
    return [
      {
        text:
          whole === undefined
            ? `${verb} ${counted(count, noun)}${rest}`
            : `${verb} the ${whole} ${of} ${counts}`,
      },
    ]
  }
  const article = noun.endsWith('s') ? '' : 'the '
  if (named.length === 0) return [{ text: `${verb} ${article}${noun}${rest}` }]
  if (whole !== undefined) return [{ text: `${verb} the ${whole} ${of} ` }, ...named]
  const before = names.has(log.record.id) ? ' ' : ' for '
  return [{ text: `${verb} ${article}${noun}${before}` }, ...named, { text: rest }]
}

/** A text with the number or the name in its place. */
function toldAs(
  told: string | { named: string; one: string },
  count: number,
  named: readonly Piece[],
): Piece[] {
  if (typeof told === 'string') return [{ text: told.replace('{n}', number(count)) }]
  if (named.length === 0) return [{ text: told.one }]
  const [before = '', after] = told.named.split('{}')
  return after === undefined ? [{ text: before }] : [{ text: before }, ...named, { text: after }]
}

function nameOf(log: Log, names: Names, about: About): Piece[] {
  const name = aboutOf(log, names, [...about, log.actor.id])
  return name === '' ? [] : [{ text: name, id: placeOf(log) }]
}

/** The record to which a row leads: its own if that has a page, else the one in which it is. */
function placeOf({ record, subject_id: subject, parent }: Log): string {
  if (/^(drusr|dirsc|poset|popln|poinc|wssvc|wsitg|wsusr)_/.test(record.id)) return record.id
  return subject ?? parent?.id ?? record.id
}

const mostEffects = 3
const dot: Piece = { text: ' · ' }

/** What followed: who gained and lost access first, then the most frequent of the rest. */
function effectsOf(change: Change, main: Log, names: Names, about: About): Piece[] {
  const access = (['gained', 'lost'] as const).map((kind) => accessOf(change, kind, names, about))
  const others = Object.entries(change.events)
    .filter(
      ([event]) => event !== main.event && !/^policy\.(user\.(?!due)|condition\.)/.test(event),
    )
    .toSorted(([, a], [, b]) => b - a)
    .map(([event, count]): Piece[] => [{ text: happened(event, count), tone: 'quiet' }])
  const { 'policy.user.change': moved = 0 } = change.events
  const changed: Piece[] = moved === 0 ? [] : [{ text: text.changedAccess(moved), tone: 'quiet' }]
  return [...access, changed, ...others]
    .filter((pieces) => pieces.length > 0)
    .slice(0, mostEffects)
    .reduce((before, after) => (before.length === 0 ? after : before.concat(dot, after)), [])
}

const accessEvents = {
  gained: ['policy.user.create', 'policy.user.return'],
  lost: ['policy.user.end'],
} as const

/** Whether an event gives or takes access. */
function movesOf(event: string): 'gained' | 'lost' | undefined {
  const kinds = ['gained', 'lost'] as const
  return kinds.find((kind) => accessEvents[kind].some((each) => each === event))
}

/** `3 people gained access`, or by name where it is one: `Ada gained access to Backend`. */
function accessOf(change: Change, kind: 'gained' | 'lost', names: Names, about: About): Piece[] {
  const people = change[`people_${kind}`]
  if (people === 0) return []
  if (people > 1) return [{ text: `${number(people)} people ${text.access[kind]}`, tone: kind }]
  const row = change.rows.find(({ event }) => movesOf(event) === kind)
  const { subject_id: person = null, parent = null } = row ?? {}
  // Said on the page of that person too: it is not the actor who gained.
  const name = (person !== null && names.get(person)) || 'one person'
  const who: Piece = { text: name, ...(person !== null && { id: person }) }
  const count = accessEvents[kind].reduce((sum, event) => sum + (change.events[event] ?? 0), 0)
  const isOne = count === 1 && parent !== null && !about.includes(parent.id)
  const where: Piece[] = isOne
    ? [{ text: ' to ' }, { text: names.get(parent.id) ?? 'a group', id: parent.id }]
    : count > 1
      ? [{ text: ` to ${number(count)} groups`, tone: kind }]
      : []
  return [who, { text: ' ' }, { text: text.access[kind], tone: kind }, ...where]
}

const countable =
  /^(person|account|member|resource|rule(?:set)?(?: admin)?|scheduled rule|attribute|dimension|token|plan|incident|service(?: admin)?|workspace user)\b( .*)?$/

/** `12 people changed`, `rules begin or end within seven days`. */
function happened(event: string, count: number): string {
  const phrase = lowered(eventPhrase(event))
  if (count === 1) return phrase
  const many = toldOfMany[event]
  if (many !== undefined) return many.replace('{n}', number(count))
  const [, noun, rest = ''] = countable.exec(phrase) ?? []
  return noun === undefined ? `${phrase} × ${number(count)}` : `${counted(count, noun)}${rest}`
}

function counted(count: number, noun: string): string {
  const [first = '', ...rest] = noun.split(/(?= of )/)
  const plural = first === 'person' ? 'people' : first.endsWith('s') ? first : `${first}s`
  return `${number(count)} ${plural}${rest.join('')}`
}

function number(count: number): string {
  return count.toLocaleString('en')
}

function lowered(phrase: string): string {
  return /^[A-Z][A-Z]/.test(phrase) ? phrase : phrase.charAt(0).toLowerCase() + phrase.slice(1)
}
