import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Body } from 'muster-sdk'
import { muster } from '../api/muster.ts'
import type { IconName } from '../parts/icon.tsx'
import { kindWords } from '../parts/kinds.ts'
import { useRecordPlace } from '../parts/record-places.ts'
import type { PaletteItem } from './palette-item.ts'
import { text } from './text.ts'

type Found = Body<'get', '/workspace/search'>
type Record = Pick<PaletteItem, 'id' | 'label' | 'detail'>
type Kind = { section: string; icon: IconName; records: Record[] }

const pauseMilliseconds = 80
const ofEachKind = '6'

/**
 * The records that a query finds, of the kinds that the viewer may see, those that are called exactly so first.
 * `isStale`: they are those of an earlier query.
 */
export function useFoundRecords(query: string): { records: PaletteItem[]; isStale: boolean } {
  const placeOf = useRecordPlace()
  const navigate = useNavigate()
  const typed = query.trim()
  const [q] = useDebouncedValue(typed, pauseMilliseconds)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['/workspace/search', 'palette', q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      muster.get('/workspace/search', { params: { query: { q, limit: ofEachKind } }, signal }),
  })
  if (typed === '') return { records: [], isStale: false }
  const kinds = data === undefined ? [] : kindsOf(data)
  const records = kinds.flatMap(({ section, icon, records: found }) =>
    found.flatMap((record) => {
      const to = placeOf(record.id)
      return to === undefined
        ? []
        : [{ ...record, section, icon, isRecord: true, run: () => void navigate({ to }) }]
    }),
  )
  const isPending = error === null && (data === undefined || isPlaceholderData)
  return { records, isStale: q !== typed || isPending }
}

/** The kinds that the viewer may see: the others are null. */
function kindsOf(found: Found): Kind[] {
  const { kinds } = text
  return [
    { section: kinds.people, icon: 'people', records: peopleOf(found) },
    { section: kinds.groups, icon: 'groups', records: (found.resources ?? []).map(resource) },
    { section: kinds.policy, icon: 'policy', records: (found.rulesets ?? []).map(ruleset) },
    { section: kinds.services, icon: 'services', records: (found.services ?? []).map(handled) },
    { section: kinds.sources, icon: 'sources', records: (found.integrations ?? []).map(handled) },
  ]
}

function peopleOf({ directory_users: people }: Found): Record[] {
  return (people ?? []).map(({ id, full_name, email, username }) => ({
    id,
    label: full_name,
    detail: email ?? username ?? undefined,
  }))
}

function resource({ id, name, handle, type }: NonNullable<Found['resources']>[number]): Record {
  return { id, label: name, detail: details(handle === name ? null : handle, kindWords(type)) }
}

function ruleset({ id, type, policy_resource }: NonNullable<Found['rulesets']>[number]): Record {
  const { name, handle } = policy_resource
  return { id, label: name, detail: details(handle === name ? null : handle, kindWords(type)) }
}

function handled({ id, name, handle }: { id: string; name: string; handle: string }): Record {
  return { id, label: name, detail: handle === name ? undefined : handle }
}

function details(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}
