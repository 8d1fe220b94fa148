import type { ReactNode } from 'react'
import type { UrlState } from '../../app/url-state.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { eventPhrases } from './event-words.ts'
import { IdChips } from './id-chips.tsx'
import { TimeChip } from './time-chip.tsx'
import { text } from './text.ts'

/** The filters of a stream of the log, in the address. */
export function AuditFilters({
  url,
  onChange,
  children,
}: {
  url: UrlState
  onChange: (patch: UrlState) => void
  children?: ReactNode
}) {
  return (
    <FilterBar
      url={url}
      onChange={onChange}
      filters={filters}
      more={
        <>
          <TimeChip url={url} onChange={onChange} />
          <IdChips url={url} onChange={onChange} />
        </>
      }
    >
      {children}
    </FilterBar>
  )
}

const filters = [
  {
    key: 'event',
    label: text.filters.event,
    options: Object.entries(eventPhrases)
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  },
  {
    key: 'via',
    label: text.filters.via,
    options: Object.entries(text.vias).map(([value, label]) => ({ value, label })),
  },
]
