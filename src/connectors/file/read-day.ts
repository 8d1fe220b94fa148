import type { JsonValue } from '../../contract/json.ts'

/** Whether a value of a spreadsheet means that there is no day: empty, a dash, or a day that none is. */
export function isNoDay(value: JsonValue): boolean {
  if (typeof value !== 'string') return value === null || value === 0
  // The last one is the highest number of Windows, which means never.
  return /^(?:|0|9223372036854775807|never|present|current|ongoing|open|unlimited|permanent|indefinite|indefinido|indeterminato|cdi|no end date|unbefristet|offen|(?:durée )?indéterminée?|tempo indeterminato|tiempo indefinido|onbepaalde tijd|tillsvidare|toistaiseksi|(?:na )?czas nieokreślony|(?:na )?dobu neurčitou|határozatlan|süresiz|nedeterminată?|бессрочн(?:ый|о)|безстроков(?:ий|о)|無期|[-–—.]+|n\/?a|none|null|#n\/a|0000-00-00.*|00[./]00[./]0000|(?:31[./-]12[./-]|12[./-]31[./-])9999|9999-12-31.*)$/i.test(
    value.trim(),
  )
}

/**
 * The days that a value of a spreadsheet can mean, as `2026-12-31`: none, one, or two where day and month can't be told
 * apart (`03/04/2026`).
 */
export function readDay(value: JsonValue): string[] {
  if (typeof value === 'number') return fromMillis(value < 100_000_000_000 ? value * 1000 : value)
  if (typeof value !== 'string') return []
  const text = value.trim()
  const json = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text)
  if (json) return fromMillis(Number(json[1]))
  // Windows counts tenths of microseconds since 1601.
  if (/^1[0-9]{17}$/.test(text)) return fromMillis(Number(text) / 10_000 - 11_644_473_600_000)
  if (/^1\d{9}(?:\d{3})?$/.test(text)) return readDay(Number(text))
  // Days since 1900, as Excel stores them.
  if (/^[2-7]\d{4}(?:\.\d+)?$/.test(text)) return fromMillis((Number(text) - 25_569) * 86_400_000)
  const generalised = /^(\d{4})(\d{2})(\d{2})(?:\d{2,6}(?:\.\d+)?Z)?$/.exec(text)
  if (generalised) return days([[generalised[1], generalised[2], generalised[3]]])
  const iso = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?\.?(?:$|[T ])/u.exec(text)
  if (iso) return days([[iso[1], iso[2], iso[3]]])
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2}(?!\d))/.exec(text)
  if (dotted) return days([[dotted[3], dotted[2], dotted[1]]])
  const named =
    /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[- ](?:de )?(\p{L}{3,12})\.?[- ,]+(?:de |del )?(\d{4}|\d{2}(?!\d))/iu.exec(
      text,
    )
  if (named) return days(monthsOf(named[2]).map((month) => [named[3], month, named[1]] as const))
  const american = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/i.exec(text)
  if (american)
    return days(monthsOf(american[1]).map((month) => [american[3], month, american[2]] as const))
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2}(?!\d))/.exec(text)
  if (!slashed) return []
  const [, one, other, year] = slashed
  return days([
    [year, one, other],
    [year, other, one],
  ])
}

type Part = string | undefined

function days(readings: readonly (readonly [Part, Part, Part])[]): string[] {
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
export function isMonthName(word: string): boolean {
  return monthsOf(word).length > 0
}

let known: ReturnType<typeof namesOfMonths> | null = null

function monthsOf(name: Part): string[] {
  known ??= namesOfMonths()
  const own = plainMonth(name ?? '')
  return [...(known.get(own) ?? known.get(own.slice(0, 3)) ?? [])]
}

function fromMillis(millis: number): string[] {
  const isKnown = millis > 0 && millis < 253_402_300_800_000
  return isKnown ? [new Date(millis).toISOString().slice(0, 10)] : []
}
