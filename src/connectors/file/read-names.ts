import { decodeHTMLStrict } from 'entities'
import type { JsonObject, JsonValue } from '../../contract/json.ts'
import { cleanLine, show, type Findings } from './clean-value.ts'
import { cutName, givenAt, isInCapitals, named, type Names } from './cut-name.ts'
import type { AccountMapping } from './mapping.ts'
import { limits } from './source-record.ts'
import { withoutRemarks } from './remarks.ts'
import { saidAt, textAt } from './value-path.ts'

/** First and last name. One that is missing is taken from the full name, which is cut where a source has no other. */
export function readNames(record: JsonObject, mapping: AccountMapping, findings: Findings): Names {
  const read = (paths: readonly string[], field: string) => {
    const said = saidAt(record, paths)
    // `O&#39;Neil`, as web pages write it.
    const decoded = typeof said === 'string' ? decodeHTMLStrict(said) : said
    // A longer one is a fault already.
    const name = (cleanLine(decoded, field, limits.name, findings) ?? '').slice(0, limits.name)
    if (isGarbled(name)) findings.faults.push(`${field} is garbled: ${show(name)}`)
    return name
  }
  const first = withoutRemarks(read(mapping.first_name, 'first_name'))
  const last = prefixed(
    read(mapping.last_name_prefix ?? [], 'last_name'),
    withSecond(
      withoutRemarkBehind(read(mapping.last_name, 'last_name')),
      read(mapping.second_last_name ?? [], 'last_name'),
    ),
  )
  if (first !== '' && last !== '') return named(first, last)
  const isNameless = first === '' && last === ''
  const paths = wholeNamePaths(record, mapping, isNameless)
  const said = read(paths, 'full_name')
  const full = withoutRemarks(said || nameAtAddress(record, isNameless ? mapping.email : []))
  const column = pathOf(record, paths)
  if (isNameless) return cutBy(full, column, mapping)
  const isSplit = mapping.last_name.length > 0
  if (full !== '' && (full !== first || isSplit)) {
    const isPreferred = !isSplit && /preferred|known|nick/i.test(pathOf(record, mapping.first_name))
    return complete({ first, last }, full, isPreferred || wholeColumn.test(column))
  }
  // The only column of names has all of the name, whatever it is called.
  return isSplit ? named(first, last) : cutBy(first, pathOf(record, mapping.first_name), mapping)
}

/** `ZoÃ«` was UTF-8 and read as something else. */
function isGarbled(name: string): boolean {
  return /[ÃÂ][\u0080-\u00bf]|Ã[ƒ„…†‡ˆ‰Š‹ŒŽ“”•–—˜™š›œžŸ]/.test(name)
}

/** In some tables a prefix says how a person is addressed. */
const honorific =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|dame|lord|lady|rev|herr|frau|m|mme|mlle|sr|sra|srta|ing|ir|drs)\b/i

function prefixed(prefix: string, last: string): string {
  const isPart = prefix !== '' && !honorific.test(prefix) && !last.startsWith(`${prefix} `)
  return last !== '' && isPart ? `${prefix} ${last}` : last
}

/** Some tables have both last names in one column, and the second again. */
function withSecond(last: string, second: string): string {
  const isNew = last !== '' && second !== '' && !folded(` ${last}`).endsWith(folded(` ${second}`))
  return isNew ? `${last} ${second}` : last
}

/** Without case and accents, with which two columns may differ. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Where the whole name is read from, if the first or the last name is not known; nameless: if none of them is. */
function wholeNamePaths(
  record: JsonObject,
  mapping: AccountMapping,
  isNameless: boolean,
): readonly string[] {
  return isNameless ? fullNames(record, mapping) : withoutLogins(record, mapping)
}

/** An address completes no name, nor does a login, unless it is a name itself: `cn: Ada Moreau` beside `sn: Moreau`. */
function withoutLogins(record: JsonObject, mapping: AccountMapping): string[] {
  const { full_name: paths, handle, first_name: first, last_name: last } = mapping
  const known = saidAt(record, [...first, ...last])
  const isName = (path: string) => hasWords(textAt(record, [path]), known)
  const isAddress = (path: string) => {
    const text = textAt(record, [path])
    return typeof text === 'string' && text.length <= limits.emailCell && /^\S+@\S+$/.test(text)
  }
  return paths.filter((path) => !isAddress(path) && (!handle.includes(path) || isName(path)))
}

/** Whether a text is of the words of the part and others. */
function hasWords(text: JsonValue | undefined, part: JsonValue | undefined): boolean {
  if (typeof text !== 'string' || typeof part !== 'string' || text === part) return false
  return ` ${text.toLowerCase()} `.includes(` ${part.trim().toLowerCase()} `)
}

/** The paths of full names; one with a first and a last name before a login or a number that is called a name. */
function fullNames(record: JsonObject, { full_name: paths }: AccountMapping): readonly string[] {
  const textOf = (path: string) => {
    const text = textAt(record, [path]) ?? ''
    return typeof text === 'object' ? '' : String(text)
  }
  if (!isLogin(textOf(pathOf(record, paths)))) return paths
  const whole = paths.filter((path) => /\p{L}[\s,]+\p{L}/u.test(textOf(path)))
  return [...whole, ...paths]
}

/** `ada.moreau`, or any word with a figure. */
function isLogin(text: string): boolean {
  return /^[\p{Ll}._-]+$/u.test(text) || (/\d/.test(text) && !/\s/u.test(text))
}

/** The name of `Ada Moreau <ada@acme.example>`. */
function nameAtAddress(record: JsonObject, paths: readonly string[]): string {
  const cell = saidAt(record, paths)
  if (typeof cell !== 'string' || cell.length > limits.emailCell) return ''
  return /^"?\s*([^<>@"\s][^<>@"]{0,199})"?\s*<[^<>]+>$/.exec(cell.trim())?.[1]?.trim() ?? ''
}

/** A name as first and last name, read as names of the column are. */
export function tidyName(name: string, column: string, mapping: AccountMapping): string {
  const line = name.replaceAll(/\s+/gu, ' ').trim()
  return cutBy(withoutRemarks(line), column, mapping).fullName
}

/** The column that the full name is read from. */
export function pathOf(record: JsonObject, paths: readonly string[]): string {
  return paths.find((path) => textAt(record, [path]) !== undefined) ?? ''
}

function cutBy(
  full: string,
  column: string,
  { family_first: known = [], second_last_name: second = [] }: AccountMapping,
): Names {
  if (!known.includes(column) || /[,;]/.test(full)) return cutName(full)
  const title = titlesInFront.exec(full)?.[0] ?? ''
  if (title !== '') {
    const { firstName, lastName } = cutFamilyFirst(full.slice(title.length), column, second)
    return named(`${title}${firstName}`, lastName)
  }
  return cutFamilyFirst(full, column, second)
}

/** `Dr. Nagy Anna` */
const titlesInFront =
  /^(?:(?:dr|prof)\.? |(?:\p{L}{2,4}dr|mag|mgr|ing|dipl|ifj|id|özv)\. )+(?=\S+ \S)/iu

function cutFamilyFirst(full: string, column: string, second: readonly string[]): Names {
  // `N DIAYE Awa`
  const [, capitals = '', rest = ''] =
    /^((?:\p{Lu}[\p{Lu}'’-]* )+)(\p{Lu}\p{Ll}.*)$/u.exec(full) ?? []
  if (capitals !== '') return named(rest, capitals.trim())
  const words = full.split(/\s+/u)
  if (isInCapitals(words.at(-1)) && !isInCapitals(words[0])) return cutName(full)
  const hasTwo =
    /^apellidos\b/i.test(column) ||
    second.length > 0 ||
    // `Tóthné Kiss Éva`
    (/\bn[eé]v/i.test(column) && /\p{L}né$/u.test(words[0] ?? ''))
  const at = givenAt(words, { column, hasTwo })
  return words.length === 1
    ? cutName(full)
    : named(words.slice(at).join(' '), words.slice(0, at).join(' '))
}

function withoutRemarkBehind(name: string): string {
  return /[)\]]$|\s[-–—|]/u.test(name) ? withoutRemarks(name) : name
}

/** Columns of names that are never a part of one, as `Name` is beside `Vorname`. */
const wholeColumn = /\b(?:display|employee|full|legal|real|worker)[ _]?name$/i

/** In a table with `Vorname` and `Name` the second is the other part of the name, not all of it. */
function complete(
  { first, last }: { first: string; last: string },
  full: string,
  mayBeWhole: boolean,
): Names {
  const known = first === '' ? last : first
  const cut = cutName(full)
  if (first === '' ? cut.lastName === last : cut.firstName === first) return cut
  const rest = without(full, known)
  const isWhole = rest === full && cut.lastName !== '' && mayBeWhole
  if (!isWhole) return first === '' ? named(rest, last) : named(first, rest)
  if (first === '') return named(cut.firstName, last)
  // A preferred name may be a whole one too.
  const preferred = cutName(first)
  return preferred.lastName === cut.lastName ? preferred : named(first, cut.lastName)
}

function without(full: string, known: string): string {
  if (full === known) return ''
  if (full.startsWith(`${known} `)) return full.slice(known.length + 1).trim()
  if (full.endsWith(` ${known}`)) return full.slice(0, -known.length - 1).trim()
  return full
}
