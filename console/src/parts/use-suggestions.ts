import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MusterError } from 'muster-sdk'

export type Suggestion = {
  id: string
  label: string
  /** At the end of the line: a count, or what kind it is. */
  detail?: string | undefined
  section?: string
}

/** How suggestions are read. `key` names them among all that is kept. */
export type SuggestionQuery = {
  key: readonly unknown[]
  /** Null where the viewer may not search these. */
  read: (signal: AbortSignal) => Promise<Suggestion[] | null>
  /** False while the text asks for nothing. */
  isAsked?: boolean
  /** Only those whose words contain it are shown. */
  filteredBy?: string
}

const keptMilliseconds = 60_000
const mostShown = 100

/** What is suggested now, and what is said where that is nothing. */
export function useSuggestions(
  { key, read, isAsked = true, filteredBy = '' }: SuggestionQuery,
  isOpen: boolean,
) {
  const { data, error } = useQuery({
    queryKey: ['suggestions', ...key],
    enabled: isOpen && isAsked,
    staleTime: keptMilliseconds,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read(signal),
  })
  const wanted = filteredBy.trim().toLowerCase()
  const items = (isAsked ? (data ?? []) : []).filter(({ label, detail = '' }) =>
    `${label} ${detail}`.toLowerCase().includes(wanted),
  )
  return { items: items.slice(0, mostShown), none: whyNone(data, error) }
}

/** What is shown in place of suggestions. */
function whyNone(data: Suggestion[] | null | undefined, error: MusterError | null): string {
  if (error !== null) return error.message
  if (data === null) return 'You may not search these'
  return data === undefined ? 'Looking…' : 'Nothing matches'
}
