import { useMantineColorScheme } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { signOut } from '../api/session.ts'
import type { PaletteItem } from './palette-item.ts'
import { furtherPages, usePlaces } from './places.ts'
import { useFoundRecords } from './use-found-records.ts'
import { text } from './text.ts'

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
      run: () => void window.open('/docs', '_blank', 'noreferrer'),
    },
    { id: 'sign-out', section, icon: 'out', label: text.signOut, run: () => void signOut() },
  ]
}
