import type { UrlState } from '../../app/url-state.ts'
import { Chip } from '../../parts/chip.tsx'
import { shownRange } from '../../parts/shown-range.ts'
import { text } from './text.ts'

/** The filters by the start and the end of people, which Home leads to. */
export function DateChips({
  url,
  onChange,
}: {
  url: UrlState
  onChange: (patch: UrlState) => void
}) {
  return (['activates', 'expires'] as const).map((field) => {
    const [after, before] = [`${field}_after`, `${field}_before`] as const
    const value = shownRange(url[after], url[before])
    if (value === undefined) return null
    const clear = () => onChange({ [after]: '', [before]: '' })
    return <Chip key={field} label={text.filters[field]} value={value} onClear={clear} />
  })
}
