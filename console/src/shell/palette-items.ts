import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../api/session.ts'
import type { PaletteItem } from './palette-item.ts'
import { usePlaces } from './places.ts'
import { useFoundRecords } from './use-found-records.ts'
import { text } from './text.ts'

/** What the palette offers for a query: pages and actions whose words match, and records that the API finds. */
export function usePaletteItems(query: string, showKeys: () => void): PaletteItem[] {
  const fixed = [...usePageItems(), ...useActionItems(showKeys)]
  const records = useFoundRecords(query)
  const words = query.toLowerCase().split(/\s+/)
  const matching = fixed.filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  )
  return [...matching, ...records]
}

function usePageItems(): PaletteItem[] {
  const navigate = useNavigate()
  return usePlaces().map(({ to, label, icon, key }) => ({
    id: `page-${label}`,
    section: text.pages,
    icon,
    label,
    detail: `g ${key}`,
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
    { id: 'sign-out', section, icon: 'out', label: text.signOut, run: () => void signOut() },
  ]
}
