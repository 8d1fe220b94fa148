import type { RowOf } from 'muster-sdk'
import { isImplied, keyWords, memberOf, valueWords } from '../../parts/change-words.ts'
import { text } from './text.ts'

export type Log = RowOf<'/audit/logs'>

const longest = 60

/** A value on one line, cut where it is long. */
function shortValue(value: unknown): string {
  const whole = wholeValue(value)
  return whole.length > longest ? `${whole.slice(0, longest)}…` : whole
}

/** A value as a text: lists one by one, other structures as JSON. */
export function wholeValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(', ')
  return JSON.stringify(value, null, 2)
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const instantFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** Instants are shown in the viewer's zone. */
function textOf(value: string): string {
  if (value === '') return '“”'
  return instant.test(value) ? instantFormat.format(new Date(value)) : value
}

/** What changed, in a line: `admin role audit → admin`. Records are named; those of the row's positions stand before it. */
export function changesLine(log: Log, names: ReadonlyMap<string, string>): string {
  const { changes, withheld, is_erased, parent, related, subject_id } = log
  const positions = new Set<unknown>([parent?.id, related?.id, subject_id])
  const shown = (key: string, value: unknown) =>
    valueWords(key, value) ?? ((isId(value) && names.get(value)) || shortValue(value))
  const parts = Object.entries(changes)
    .filter(
      ([key, { old, new: now }]) =>
        (old !== null || !positions.has(now)) && !isImplied(key, changes),
    )
    .slice(0, 4)
    .map(([key, { old, new: now }]) => {
      const account = memberOf(key)
      const term = account === undefined ? keyWords(key) : `${names.get(account) ?? account}:`
      const before = old === null ? '' : `${shown(key, old)} → `
      return `${term} ${before}${shown(key, now)}`
    })
  if (withheld.length > 0) parts.push(text.words.withheld)
  if (is_erased) parts.push(text.words.erased)
  return parts.join(' · ')
}

/** Every record that a row names, for their names. */
export function idsOf(log: Log): (string | null)[] {
  const { actor, record, parent, related, subject_id } = log
  const values = Object.values(log.changes).flatMap(({ old, new: now }) => [old, now])
  return [
    actor.id,
    record.id,
    parent?.id ?? null,
    related?.id ?? null,
    subject_id,
    ...values.filter(isId),
    ...Object.keys(log.changes).flatMap((key) => memberOf(key) ?? []),
  ]
}

/** Whether a value is the id of a record. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{5}_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value)
}

/**
 * What a row is about, in one name: the record's own, else that of the person or of the container (a stay has none, but
 * its person and its ruleset have). The records that the page is about are not repeated.
 */
export function aboutOf(
  log: Log,
  names: ReadonlyMap<string, string>,
  pageIsAbout: readonly (string | null)[] = [],
): string {
  const nameOf = (id: string | null | undefined) =>
    id == null || pageIsAbout.includes(id) ? undefined : names.get(id)
  const own = nameOf(log.record.id)
  const others = [log.subject_id, log.parent?.id, log.related?.id].map(nameOf)
  if (own !== undefined) return own
  const known = [...new Set(others.filter((name) => name !== undefined))]
  // A rule is called by its role and its resource, so the resource is not said twice.
  const apart = known.filter((name) => !known.some((each) => each.endsWith(`: ${name}`)))
  return apart.slice(0, 2).join(' · ')
}
