import type { JsonValue } from '../../contract/json.ts'
import type { DateOrder } from './mapping.ts'

/** An earlier day is what some systems write for none. */
export const firstDate = '1971-01-01'
/** From here on, a day stands for none too, and the one after it can't be told. */
const noDate = '9999-01-01'

/** Whether a value of a spreadsheet means that there is no day: empty, a dash, or a day that none is. */
export function isNoDay(value: JsonValue): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return value === null
  const days = readDay(value)
  if (days.some((day) => day >= noDate)) return days.every((day) => day >= noDate)
  // The numbers are the highest day of Excel, and the highest number of Windows.
  return /^(?:|0|2958465|9223372036854775807|never|present|current|ongoing|open|unlimited|permanent|indefinite|indefinido|indeterminato|cdi|no end date|unbefristet|offen|(?:durée )?indéterminée?|tempo indeterminato|tiempo indefinido|onbepaalde tijd|tillsvidare|toistaiseksi|(?:na )?czas nieokreślony|(?:na )?dobu neurčitou|határozatlan|süresiz|nedeterminată?|бессрочн(?:ый|о)|безстроков(?:ий|о)|無期|[-–—.]+|n\/?a|nan|nat|none|null|#n\/a|0000-00-00.*|00[./]00[./]0000)$/i.test(
    String(value).trim(),
  )
}

/** Whether a value is a day before 1971, or a number of days since 1900 that is. */
export function isBeforeDates(value: JsonValue): boolean {
  const days = readDay(value)
  if (days.length > 0) return days.every((day) => day < firstDate)
  return (
    typeof value !== 'object' && /^-?\d{1,3}$/.test(String(value).trim()) && Number(value) <= 366
  )
}

/**
 * The days that a value of a spreadsheet can mean, as `2026-12-31`: none, one, or two where day and month can't be told
 * apart (`03/04/2026`). With an order, only what is a day in it.
 */
export function readDay(value: JsonValue, order?: DateOrder): string[] {
  // A number of fewer digits is no time, but the digits of a day or the days since 1900, as it is in a text.
  if (typeof value === 'number' && Math.abs(value) >= 100_000_000)
    return fromMillis(isInSeconds(value) ? value * 1000 : value)
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const text = String(value).trim().replaceAll(/\s+/g, ' ').replace(weekday, '')
  const json = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text)
  if (json) return fromMillis(Number(json[1]))
  // Windows counts tenths of microseconds since 1601.
  if (/^1[0-9]{17}$/.test(text)) return fromMillis(Number(text) / 10_000 - 11_644_473_600_000)
  if (/^(?:1\d{9}(?:\d{3})?(?:\.\d+)?|2534\d{8}(?:\d{3})?|-\d{9,15})$/.test(text))
    return readDay(Number(text))
  if (/^-\d{5,8}$/.test(text)) return fromMillis(Number(text) * 1000)
  // Days since 1900, as Excel stores them.
  if (/^[2-7]\d{4}(?:\.\d+)?$/.test(text)) return fromMillis((Number(text) - 25_569) * 86_400_000)
  for (const form of forms) {
    const { y, m, d, name } = form.exec(text)?.groups ?? {}
    if (y !== undefined)
      return days((name === undefined ? [m] : monthsOf(name)).map((month) => [y, month, d]))
  }
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2}(?!\d))/.exec(text)
  if (!slashed) return []
  const [, one, other, year] = slashed
  return days([
    ...(order === 'day_first' ? [] : [[year, one, other] as const]),
    ...(order === 'month_first' ? [] : [[year, other, one] as const]),
  ])
}

/** How dates are written whose order shows: year, month or its name, and day. The first that fits counts. */
const forms = [
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})(?:\d{6}|T?\d{2,6}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})|T\d{4,6})?$/,
  /^(?<y>\d{4})[-./年](?<m>\d{1,2})[-./月](?<d>\d{1,2})日?\.?(?:$|[T ]|Z$|[+-]\d{2}:?\d{2}$)/u,
  /^(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4}|\d{2}(?!\d))/,
  /^(?<d>\d{1,2})(?:st|nd|rd|th|er|º|\.)?[- ](?:de )?(?<name>\p{L}{3,12})\.?[- ,]+(?:de |del )?(?<y>\d{4}|\d{2}(?!\d))/iu,
  /^(?<name>[a-z]{3})[a-z]*\.? (?<d>\d{1,2})(?:st|nd|rd|th)?,? (?<y>\d{4})/i,
  /^(?<name>[a-z]{3}) (?<d>\d{1,2}) \d{2}:\d{2}:\d{2}(?: [a-z]{1,5}(?:[+-]\d{2}:?\d{2})?)? (?<y>\d{4})$/i,
]

/** Before a date, as programs write it: `Thu, 31 Dec 2026`. */
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,4}day)?,? (?=\S)/i

type Part = string | undefined

/** So many seconds since 1970 are a day of the years up to 5138, or of the year 9999. */
function isInSeconds(number: number): boolean {
  return number < 100_000_000_000 || (number >= 253_370_764_800 && number < 253_402_300_800)
}

function days(readings: readonly (readonly [Part, Part, Part])[]): string[] {
  if (readings.some(isZero)) return [zeroDay]
  const inFull = readings.flatMap(([year = '', month, day]) =>
    yearsOf(year).map((each) => [each, month, day] as const),
  )
  const valid = inFull.flatMap(([year, month = '', day = '']) => {
    const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const time = Date.parse(`${iso}T00:00:00Z`)
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? [iso] : []
  })
  return [...new Set([...valid, ...valid.flatMap(inThailand)])]
}

/** What Excel makes of a day that is 0: `1/0/1900`, `00.01.1900`, `0-Jan-00`. */
const zeroDay = '1900-01-01'

function isZero([year = '', month, day]: readonly [Part, Part, Part]): boolean {
  const isEarly = year === '00' || (year.length === 4 && year < firstDate.slice(0, 4))
  return isEarly && (Number(month) === 0 || Number(day) === 0)
}

/** `98` may be a year of either century. */
function yearsOf(year: string): string[] {
  if (year.length !== 2) return [year]
  return Number(year) < 70 ? [`20${year}`] : [`19${year}`, `20${year}`]
}

/** Thailand counts years from 543 before our era: 2566 is 2023. */
function inThailand(day: string): string[] {
  const year = Number(day.slice(0, 4))
  return year >= 2530 && year < 2630 ? [`${year - 543}${day.slice(4)}`] : []
}

const locales =
  'en de fr es it pt nl sv nb da fi pl cs sk hu ro hr sl lt lv et ru uk bg el tr id vi'.split(' ')

/** The numbers of months by the beginnings of their names. `listopad` is October in Croatian, and November in Polish. */
function namesOfMonths(): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const locale of locales)
    for (const style of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style })
      for (let month = 0; month < 12; month += 1)
        for (const { type, value } of format.formatToParts(new Date(2020, month, 5)))
          if (type === 'month') addTo(names, plainMonth(value), String(month + 1))
    }
  return names
}

function addTo(names: Map<string, Set<string>>, name: string, month: string): void {
  names.set(name, (names.get(name) ?? new Set()).add(month))
}

function plainMonth(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

/** Whether a word is the name of a month, or begins with that. */
function isMonthName(word: string): boolean {
  return monthsOf(word).length > 0
}

let known: ReturnType<typeof namesOfMonths> | null = null

function monthsOf(name: Part): string[] {
  known ??= namesOfMonths()
  const own = plainMonth(name ?? '')
  return [...(known.get(own) ?? known.get(own.slice(0, 3)) ?? [])]
}

/** None of 0, and of years that have other than four digits the nearest one. */
function fromMillis(millis: number): string[] {
  if (millis === 0 || Number.isNaN(millis)) return []
  const known = Math.min(Math.max(millis, -62_135_596_800_000), 253_402_300_799_999)
  return [new Date(known).toISOString().slice(0, 10)]
}

/** The last days that a span can mean, as {@link readDay} has them; none for a span that is open. */
export type Span = { ends: readonly string[] }

/** Longer texts are no spans. */
const longest = 80

/**
 * What `2020-01-01 - 2024-03-31`, `2019–2024`, `from 01/2020 to present` or `seit 1.1.2020` says of the last day. Undefined where
 * the value is no span or can be read in several ways: a day alone may be the first one or the last one.
 */
export function readSpan(value: unknown): Span | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  const text = ` ${value.trim()} `
  const spans = [...text.matchAll(joint)].flatMap(({ 0: sign, index }) => {
    const span = spanOf(text.slice(0, index), text.slice(index + sign.length))
    return span === undefined ? [] : [span]
  })
  const [first, ...others] = spans
  if (first !== undefined)
    return others.every(({ ends }) => ends.join() === first.ends.join()) ? first : undefined
  const begin = text.trim().replace(since, '')
  return begin !== text.trim() && edgeOf(begin) !== undefined ? { ends: [] } : undefined
}

/** What stands between the first day and the last one. */
const joint =
  /\s(?:to|till?|until|through|bis|au|al|à|a|hasta|até|ate|fino al?|tot|t\/m|do|по|до)\s|[-–—‒−~〜～→/]|\.{2,3}|…/giu

const since =
  /^(?:from|since|von|vom|ab|seit|du|depuis(?: le)?|del?|desde(?: el)?|dal?|van|vanaf|sinds|fra|fr[åa]n|od|od dnia|с|со|от) /iu

/** What stands in place of the last day of a person who is still there. */
const still =
  /^(?:now|today|date|heute|jetzt|aujourd['’]hui|hoy|(?:la )?actualidad|hoje|(?:o )?atual|(?:o )?momento|oggi|heden|nu|nå|dziś|obecnie|dnes|сейчас|настоящее время|至今|現在|现在|현재)$/iu

function spanOf(left: string, right: string): Span | undefined {
  const first = left.trim().replace(since, '')
  const last = right.trim()
  const begin = edgeOf(first)
  if (first !== '' && begin === undefined) return undefined
  if (begin !== undefined && (isNoDay(last) || still.test(last))) return { ends: [] }
  const end = edgeOf(last)
  if (end === undefined) return undefined
  // Days that are the wrong way round may be of something else.
  const isInOrder =
    begin === undefined || end.last.some((day) => begin.first.some((other) => other <= day))
  return isInOrder ? { ends: end.last } : undefined
}

type Edge = { first: readonly string[]; last: readonly string[] }

/** A day, a month or a year, and nothing else. */
function edgeOf(text: string): Edge | undefined {
  if (text.length > 35) return undefined
  if (/^(?:19|20)\d{2}$/.test(text)) return { first: [`${text}-01-01`], last: [`${text}-12-31`] }
  const months = monthsIn(text)
  if (months.length > 0)
    return { first: months.map((month) => `${month}-01`), last: months.map(endOfMonth) }
  const day = text.replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?$/, '')
  const days = isOneDay(day) ? readDay(day) : []
  return days.length > 0 ? { first: days, last: days } : undefined
}

function isOneDay(text: string): boolean {
  return (
    /^(?:\d{8}|\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./]) ?\d{1,2}\2 ?(?:\d{4}|\d{2})|\d{4}年\d{1,2}月\d{1,2}日)$/u.test(
      text,
    ) ||
    (/^[\p{L}\d., -]{6,30}$/u.test(text) && (text.match(/\d+/g) ?? []).length === 2)
  )
}

/** Months as `2024-03`, also of `03/2024` and `March 2024`. */
function monthsIn(text: string): string[] {
  const [, year, number] = /^((?:19|20)\d{2})[./-](\d{1,2})$/.exec(text) ?? []
  const [, before, after] = /^(\d{1,2})[./-]((?:19|20)\d{2})$/.exec(text) ?? []
  const [, name = '', of] = /^(\p{L}{3,12})\.?[ -]((?:19|20)\d{2})$/u.exec(text) ?? []
  const found = [
    [year, number],
    [after, before],
    ...(isMonthName(name) ? monthsOf(name).map((month) => [of, month]) : []),
  ]
  return found.flatMap(([inYear, month = '']) =>
    inYear !== undefined && Number(month) >= 1 && Number(month) <= 12
      ? [`${inYear}-${month.padStart(2, '0')}`]
      : [],
  )
}

function endOfMonth(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10)
}
