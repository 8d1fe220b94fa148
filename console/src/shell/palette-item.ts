import type { IconName } from '../parts/icon.tsx'

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
