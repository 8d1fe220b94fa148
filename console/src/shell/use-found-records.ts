import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { muster } from '../api/muster.ts'
import type { PaletteItem } from './palette-item.ts'
import { text } from './text.ts'

const fewestLetters = 3

/** The records that match a query. People who may not be seen are not found. */
export function useFoundRecords(query: string): PaletteItem[] {
  const navigate = useNavigate()
  const search = query.trim()
  const { data = [] } = useQuery({
    queryKey: ['palette', search],
    enabled: search.length >= fewestLetters,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { 'filter[search]': search, 'page[size]': '8' }
      return (await muster.get('/directory/users', { params: { query }, signal })).data
    },
  })
  if (search.length < fewestLetters) return []
  return data.map(({ id, full_name, email }) => ({
    id,
    section: text.people,
    icon: 'people',
    label: full_name,
    detail: email ?? undefined,
    run: () => void navigate({ to: '/people/$user', params: { user: id } }),
  }))
}
