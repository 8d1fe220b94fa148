import { dayAfter, startOfDay } from '../instants.ts'

type UrlState = Readonly<Partial<Record<string, string>>>

/** What a filter asks the API for. */
export type Asked<Field extends string = string> = {
  /** Its name in the address. */
  key: string
  /** Without one it is the page that asks. */
  field?: Field
  /** The values of the address as the API takes them, where those differ; undefined for no filter. */
  ask?: (chosen: string) => string | undefined
  /** What is chosen while the address says nothing. `any` in the address is the way to have no filter then. */
  usual?: string
}

type Narrowing = {
  search?: string
  filters?: readonly Asked[]
  ranges?: readonly { key: string }[]
}

/** The way to have no filter in the address where something is usual. */
export const any = 'any'

/** The filters of the address as those of the API. */
export function filtersIn(
  url: UrlState,
  { search, filters = [], ranges = [] }: Narrowing,
): Record<string, string> {
  const values: [string, string | undefined][] = [
    ...(search === undefined ? [] : [pair(search, searchText(url['search']))]),
    ...filters.flatMap((filter) => {
      const chosen = chosenIn(url, filter)
      if (filter.field === undefined || chosen === '') return []
      return [pair(filter.field, filter.ask === undefined ? chosen : filter.ask(chosen))]
    }),
    ...keysOf(ranges).map((key) => pair(`filter[${key}]`, url[key])),
  ]
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const pair = (name: string, value: string | undefined): [string, string | undefined] => [
  name,
  value,
]

/** The names of ranges in the address. */
export const keysOf = (ranges: readonly { key: string }[]) =>
  ranges.flatMap(({ key }) => [`${key}_after`, `${key}_before`])

/** What is chosen, as commas separate it; empty for everything. */
export function chosenIn(
  url: UrlState,
  { key, usual = '' }: { key: string; usual?: string },
): string {
  const chosen = url[key] ?? usual
  return chosen === any ? '' : chosen
}

/**
 * The start of the last so many days, of several choices the longest; undefined for no choice. It is the start of a day in the
 * viewer's zone, so that the query is the same at each render.
 */
export function startOf(days: readonly number[], chosen: string): string | undefined {
  const asked = chosen.split(',')
  const longest = Math.max(0, ...days.filter((each) => asked.includes(`${each}`)))
  return longest === 0 ? undefined : (startOfDay(dayAfter(-longest)) ?? undefined)
}

/** The order of the address, where a column has it. */
export function sortIn(
  { sort }: UrlState,
  columns: readonly { sort?: string }[],
  usual: string | undefined,
): string | undefined {
  const isKnown = columns.some((column) => column.sort === sort?.replace(/^-/, ''))
  return sort !== undefined && isKnown ? sort : usual
}

const fewestLetters = 3

/** What was typed, as the API searches for it; undefined as long as those are too few letters. */
export function searchText(typed = ''): string | undefined {
  const wanted = typed.trim()
  return wanted.length < fewestLetters ? undefined : wanted
}
