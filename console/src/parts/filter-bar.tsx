import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { UrlState } from '../app/url-state.ts'
import { useShortcuts } from '../keys/shortcuts.ts'
import { CopyView } from './copy-view.tsx'
import { FilterChip, type Filter } from './filter-chip.tsx'
import { Icon } from './icon.tsx'
import classes from './filter-bar.module.css'

/**
 * The filters of a list, in the address: a search as one types (`search`, or `searchKey`), and chips. The values of a chip are one
 * text with commas, as the API takes them.
 */
export function FilterBar({
  url,
  onChange,
  searchLabel,
  searchKey = 'search',
  filters,
  more,
  children,
}: {
  url: UrlState
  onChange: (patch: UrlState) => void
  /** Of the search field; without it there is none. */
  searchLabel?: string
  /** Of a second list on one page. */
  searchKey?: string
  filters?: readonly Filter[]
  /** Chips of the page's own, after the others. */
  more?: ReactNode
  /** At the end: counts, columns, downloads. */
  children?: ReactNode
}) {
  const isView = Object.values(url).some((value) => value !== undefined && value !== '')
  return (
    <div className={classes['bar']} data-filters>
      {searchLabel !== undefined && (
        <SearchField
          label={searchLabel}
          value={url[searchKey] ?? ''}
          onChange={(search) => onChange({ [searchKey]: search })}
        />
      )}
      {filters !== undefined && (
        <div className={classes['chips']}>
          {filters.map((filter) => (
            <FilterChip
              key={filter.key}
              filter={filter}
              value={url[filter.key] ?? ''}
              onChange={(value) => onChange({ [filter.key]: value })}
            />
          ))}
          {more}
        </div>
      )}
      <div className={classes['end']}>
        {children}
        {isView && <CopyView />}
      </div>
    </div>
  )
}

/** Letters that follow one another faster are searched for together. */
const pauseMilliseconds = 60

function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const announce = useDebouncedCallback(onChange, {
    delay: pauseMilliseconds,
    maxWait: pauseMilliseconds,
    leading: true,
  })
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(value)
  }, [value])
  useShortcuts([{ keys: '/', label: 'Search on this page', run: () => field.current?.select() }])
  const change = (next: string) => {
    setTyped(next)
    announce(next)
  }
  return (
    <TextInput
      ref={field}
      className={classes['search'] ?? ''}
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={14} />}
      value={typed}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        if (typed !== '') change('')
        else event.currentTarget.blur()
      }}
    />
  )
}
