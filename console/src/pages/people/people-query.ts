import type { UrlState } from '../../app/url-state.ts'
import { searchText } from '../../parts/search-text.ts'

/** Filters that other pages lead to. */
const timeFilters = [
  'activates_after',
  'activates_before',
  'expires_after',
  'expires_before',
] as const

/** Whether a search was begun that the API does not take yet. */
export function isTooShort({ search = '' }: UrlState): boolean {
  return search.trim() !== '' && searchText(search) === undefined
}

/** The filters of the address as those of the API. */
export function peopleQuery(url: UrlState): Record<string, string> {
  const { search, state, department, review, is_manager, sort = 'full_name' } = url
  const departments = department
    ?.split(',')
    .map((each) => `department:${each}`)
    .join(',')
  const filters = {
    'filter[search]': searchText(search),
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
