import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The query of an address: texts by name. Filters, tabs and open panels are kept there, so that a link shows the same. */
export type UrlState = Readonly<Partial<Record<string, string>>>

/** The query of the page, and how to change a part of it. Each change replaces the entry in the history, unless `push`. */
export function useUrlState(): [UrlState, (patch: UrlState, how?: { push?: boolean }) => void] {
  const search: UrlState = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback(
    (patch: UrlState, { push = false } = {}) =>
      void navigate({
        to: '.',
        search: (last: UrlState) => withoutEmpty({ ...last, ...patch }),
        replace: !push,
      }),
    [navigate],
  )
  return [search, change]
}

/** Reads a query as plain texts: `?state=active,expiring`, without the quotes and brackets of JSON. */
export function parseSearch(query: string): UrlState {
  return Object.fromEntries(new URLSearchParams(query))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const kept = withoutEmpty(search)
  const query = new URLSearchParams(kept).toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return query === '' ? '' : `?${query}`
}

function withoutEmpty(search: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  )
}
