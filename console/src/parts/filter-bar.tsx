import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { UrlState } from '../app/url-state.ts'
import { useShortcuts } from '../keys/shortcuts.ts'
import type { ApiList } from '../api/use-list.ts'
import { CopyView } from './copy-view.tsx'
import { Icon } from './icon.tsx'
import type { Option } from './option-list.tsx'
import { Dropdown, type Inside } from './dropdown.tsx'
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
      <div className="flex center gap-8 to-end quiet">
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

/** `key` is its name in the address. Any of the chosen options matches. */
export type Filter = { key: string; label: string; options: readonly Option[] }

/** A filter whose values are chosen from a list. */
function FilterChip({
  filter,
  value,
  onChange,
}: {
  filter: Filter
  value: string
  onChange: (value: string) => void
}) {
  const chosen = value === '' ? [] : value.split(',')
  const words = chosen.map(
    (each) => filter.options.find((option) => option.value === each)?.label ?? each,
  )
  const toggle = (option: string) =>
    onChange(
      (chosen.includes(option)
        ? chosen.filter((each) => each !== option)
        : [...chosen, option]
      ).join(','),
    )
  return (
    <Chip
      label={filter.label}
      value={chosen.length === 0 ? undefined : words.join(', ')}
      onClear={() => onChange('')}
    >
      {({ OptionList }) => (
        <OptionList options={filter.options} chosen={chosen} onToggle={toggle} />
      )}
    </Chip>
  )
}

/**
 * A filter as a chip that opens a box, where it has one. It is dashed while it narrows nothing, else it shows its value and
 * can be cleared.
 */
export function Chip({
  label,
  value,
  onClear,
  children,
}: {
  label: string
  /** What it narrows to; undefined while it narrows nothing. */
  value: string | undefined
  onClear?: () => void
  /** The content of the box. */
  children?: (inside: Inside) => ReactNode
}) {
  const words = (
    <>
      {value === undefined && <Icon name="plus" size={12} />}
      {label}
      {value !== undefined && <span className="semi accent ellipsis">{value}</span>}
    </>
  )
  return (
    <div className={classes['chip']} data-active={value !== undefined}>
      {children === undefined ? (
        <span className={classes['open']}>{words}</span>
      ) : (
        <Dropdown
          label={label}
          align="start"
          button={(opener) => (
            <UnstyledButton className={classes['open']} {...opener}>
              {words}
            </UnstyledButton>
          )}
        >
          {children}
        </Dropdown>
      )}
      {value !== undefined && onClear !== undefined && (
        <UnstyledButton
          className={classes['clear']}
          aria-label={`Clear the filter ${label}`}
          onClick={onClear}
        >
          <Icon name="close" size={12} />
        </UnstyledButton>
      )}
    </div>
  )
}

/** How many rows a list has, as far as the API counts. */
export function Total({
  total,
  label,
}: {
  total: ApiList<unknown>['total']
  label: (count: string) => string
}) {
  const count = total === undefined ? '' : total.count.toLocaleString('en')
  return <output>{total !== undefined && label(total.isCapped ? `${count}+` : count)}</output>
}
