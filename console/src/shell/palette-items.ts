import { useMantineColorScheme } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Body } from 'muster-sdk'
import type { IconName } from '../parts/icon.tsx'
import { basePath } from '../api/base-path.ts'
import { signOut } from '../api/session.ts'
import { muster } from '../api/muster.ts'
import { kindWords } from '../parts/kinds.ts'
import { useRecordPlace } from '../parts/record-link.tsx'
import { usePlaces, furtherPages } from './places.ts'
import { text } from './text.ts'

/** A line of the palette. Lines of a section stand together. */
export type PaletteItem = {
  id: string
  section: string
  icon: IconName
  label: string
  detail?: string | undefined
  /** It is found by the API, so it may be that of an earlier query. */
  isRecord?: boolean
  run: () => void
}

/** What the palette offers for a query: pages and actions whose words match, and records that the API finds. */
export function usePaletteItems(
  query: string,
  showKeys: () => void,
): { items: PaletteItem[]; isStale: boolean } {
  const fixed = [...usePageItems(), ...useActionItems(showKeys)]
  const { records, isStale } = useFoundRecords(query)
  return { items: [...fixed.filter(({ label }) => matches(label, query)), ...records], isStale }
}

/** Whether every word of the query begins a word of the label. */
function matches(label: string, query: string): boolean {
  const words = wordsOf(label)
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)))
}

function wordsOf(words: string): string[] {
  return words
    .toLowerCase()
    .split(/[\s:]+/)
    .filter((word) => word !== '')
}

function usePageItems(): PaletteItem[] {
  const navigate = useNavigate()
  const { routesByPath } = useRouter()
  const further = furtherPages.filter(({ to }) => to in routesByPath)
  return [...usePlaces(), ...further].map(({ to, label, icon, key }) => ({
    id: `page-${to}`,
    section: text.pages,
    icon,
    label,
    detail: key === undefined ? undefined : `g ${key}`,
    run: () => void navigate({ to }),
  }))
}

function useActionItems(showKeys: () => void): PaletteItem[] {
  const { setColorScheme } = useMantineColorScheme()
  const section = text.actions
  const themes = (['light', 'dark', 'auto'] as const).map((scheme) => ({
    id: `theme-${scheme}`,
    section,
    icon: 'sun' as const,
    label: `${text.theme}: ${text[scheme]}`,
    run: () => setColorScheme(scheme),
  }))
  return [
    ...themes,
    { id: 'keys', section, icon: 'key', label: text.keys, detail: '?', run: showKeys },
    {
      id: 'reference',
      section,
      icon: 'link',
      label: text.reference,
      run: () => void window.open(`${basePath}/docs`, '_blank', 'noreferrer'),
    },
    { id: 'sign-out', section, icon: 'out', label: text.signOut, run: () => void signOut() },
  ]
}

type Found = Body<'get', '/workspace/search'>
type Record = Pick<PaletteItem, 'id' | 'label' | 'detail'>
type Kind = { section: string; icon: IconName; records: Record[] }

const pauseMilliseconds = 80
const ofEachKind = '6'

/**
 * The records that a query finds, of the kinds that the viewer may see, those that are called exactly so first.
 * `isStale`: they are those of an earlier query.
 */
function useFoundRecords(query: string): { records: PaletteItem[]; isStale: boolean } {
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
