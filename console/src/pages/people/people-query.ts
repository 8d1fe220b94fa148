import type { UrlState } from '../../app/url-state.ts'

/** Filters that other pages lead to. */
const timeFilters = [
  'activates_after',
  'activates_before',
  'expires_after',
  'expires_before',
] as const

/** The fewest letters that the API searches for. */
const fewestLetters = 3

/** Whether a search was begun that the API does not take yet. */
export function isTooShort({ search = '' }: UrlState): boolean {
  const { length } = search.trim()
  return length > 0 && length < fewestLetters
}

/** The filters of the address as those of the API. */
export function peopleQuery(url: UrlState): Record<string, string> {
  const { search = '', state, department, review, is_manager, sort = 'full_name' } = url
  const isSearch = search.trim().length >= fewestLetters
  const departments = department
    ?.split(',')
    .map((each) => `department:${each}`)
    .join(',')
  const filters = {
    'filter[search]': isSearch ? search.trim() : undefined,
    'filter[state]': state,
    'filter[org]': departments,
    'filter[review]': review,
    'filter[is_manager]': is_manager,
    ...Object.fromEntries(timeFilters.map((name) => [`filter[${name}]`, url[name]])),
    sort,
  }
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}
