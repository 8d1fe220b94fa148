import type { JsonValue } from '../../contract/json.ts'
import { show } from '../file/clean-value.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { quoting } from '../file/unreadable-export.ts'
import { textAt } from '../file/value-path.ts'
import { ofOtherEnds } from '../file/words-of-others.ts'
import { isEndOfAnything } from './flag-columns.ts'
import { wordsOf } from '../file/words-of-name.ts'

/** Throws UnreadableExport for a table in which everything ends, such as leaves: those ends would be taken for last days of people. */
export function refuseAbsences(
  rows: readonly JsonValue[],
  names: readonly string[],
  account: AccountMapping,
): void {
  const { sources, ended_at: ends = [] } = account.state
  if (rows.length === 0 || sources.length > 0) return
  const isFilled = (path: string) => rows.every((row) => textAt(row, [path]) !== undefined)
  const end = ends.find((path) => isEndOfAnything(path) && isFilled(path))
  if (end === undefined) return
  const other =
    names.find((name) => kindOfLeave.test(wordsOf(name))) ??
    (names.some((name) => start.test(wordsOf(name))) && comeBack(rows, account)
      ? names.find((name) => name !== end && ofOtherEnds.test(wordsOf(name)))
      : undefined)
  if (other === undefined) {
    refuseBadges(end, names)
    return
  }
  throw quoting(
    'This may be a list of leaves or the like, and not of people: each of its rows has an end, beside',
    show(other),
    `. Export the people themselves. If ${show(end)} is their last day, call the column Last working day.`,
  )
}

/** With all of its words: people have `Vacation days` too. */
const kindOfLeave =
  /^(?:(?:leave|absence|vacation|holiday|time ?off|pto)(?: (?:type|kind|reason|category|code|policy|name))?|(?:type|kind|reason) of (?:leave|absence)|abwesenheit(?:s(?:art|grund|typ))?|urlaubsart|(?:type|motif) (?:de |d )?(?:conges?|absence)|tipo (?:de |di )?(?:ausencia|permiso|assenza)|verlof(?:type|soort))$/

const start =
  /\b(?:start|starts|started|begin|begins|beginn|from|von|debut|inicio|desde|inizio|dal|startdatum|begindatum)\b/

/** Whether many rows are of people who have another one. */
function comeBack(
  rows: readonly JsonValue[],
  { email, full_name: names }: AccountMapping,
): boolean {
  const people = rows.flatMap((row) => {
    const person = textAt(row, email) ?? textAt(row, names)
    return typeof person === 'string' ? [person.toLowerCase()] : []
  })
  return new Set(people).size < people.length * 0.9
}

/** Throws UnreadableExport for a day of validity that everybody has, beside something of theirs that is valid until then. */
function refuseBadges(end: string, names: readonly string[]): void {
  const badge = names.find((name) => ofBadges.test(wordsOf(name)))
  if (badge === undefined || !ofValidity.test(wordsOf(end))) return
  throw quoting(
    'A day until which something is valid may be of the people, or of what they have',
    `${show(end)} beside ${show(badge)}`,
    '. If it is their last day, call the column Last working day. If it is not, leave it out of the file.',
  )
}

const ofValidity = /^(?:valid|gultig|valable|valido|geldig)\b/
const ofBadges =
  /\b(?:badge|card|permit|licen[cs]e|certificate|visa|passport|parking|ausweis|karte|carte|tarjeta|tessera|pas)\b/
