import type { UrlState } from '../../app/url-state.ts'

/** The filters that name records or a request, by their names in the address and in the API. */
export const idFilters = ['actor', 'subject', 'record', 'parent', 'related', 'request_id'] as const

const filters = ['event', 'via', 'at_after', 'at_before', ...idFilters] as const

/** The filters of the address as those of the API, which have the same names. */
export function auditQuery(url: UrlState) {
  const entries = filters.flatMap((name) => {
    const value = url[name]?.trim()
    return value === undefined || value === '' ? [] : [[`filter[${name}]`, value] as const]
  })
  const query: Partial<Record<`filter[${(typeof filters)[number]}]`, string>> =
    Object.fromEntries(entries)
  return query
}

/** A patch of the address that takes every filter away. */
export const noAuditFilters: UrlState = Object.fromEntries(filters.map((name) => [name, '']))
