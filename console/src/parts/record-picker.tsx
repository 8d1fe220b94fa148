import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { muster } from '../api/muster.ts'
import { Icon } from './icon.tsx'
import { Middle } from './middle.tsx'
import classes from './record-picker.module.css'

/** What can be picked: people, or rulesets by the name of their resource. */
type Kind = 'people' | 'rulesets'
type Found = { id: string; name: string; detail: string }

/** A field that finds a record by a few letters. The arrows choose, Enter picks, Esc leaves things as they were. */
export function RecordPicker({
  kind,
  label,
  placeholder,
  chosen,
  onPick,
}: {
  kind: Kind
  label: string
  placeholder: string
  /** The name of the record that is picked; empty for none. */
  chosen: string
  onPick: (id: string) => void
}) {
  const list = useId()
  const [typed, setTyped] = useState<string>()
  const [index, setIndex] = useState(0)
  const { found, isRefused } = useFound(kind, typed ?? '')
  const isOpen = typed !== undefined && typed.trim() !== ''
  const current = found[Math.min(index, found.length - 1)]
  const pick = (record: Found | undefined) => {
    if (record === undefined) return
    setTyped(undefined)
    onPick(record.id)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setIndex((Math.min(index, found.length - 1) + step + found.length) % found.length)
    } else if (event.key === 'Enter' && isOpen) pick(current)
    else if (event.key === 'Escape') setTyped(undefined)
  }
  return (
    <div className={classes['picker']}>
      <TextInput
        label={label}
        placeholder={placeholder}
        leftSection={<Icon name="search" size={14} />}
        value={typed ?? chosen}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current ? `${list}-${current.id}` : undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={list} aria-label={label} className={classes['list']} hidden={!isOpen}>
        {found.map((record) => (
          // The field keeps the focus and has the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={record.id}
            id={`${list}-${record.id}`}
            role="option"
            aria-selected={record === current}
            className={classes['option']}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(record)}
          >
            <Middle text={record.name} />
            <span className={classes['detail']}>{record.detail}</span>
          </div>
        ))}
        {found.length === 0 && (
          <div role="option" aria-disabled aria-selected={false} className={classes['none']}>
            {isRefused ? words.refused : words.none}
          </div>
        )}
      </div>
    </div>
  )
}

const words = { none: 'Nothing matches', refused: 'You may not search these' }

function useFound(kind: Kind, typed: string): { found: readonly Found[]; isRefused: boolean } {
  const q = typed.trim()
  const { data } = useQuery({
    queryKey: ['/workspace/search', q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      muster.get('/workspace/search', { params: { query: { q, limit: '8' } }, signal }),
  })
  if (data === undefined || q === '') return { found: [], isRefused: false }
  if (kind === 'people')
    return {
      found: (data.directory_users ?? []).map(({ id, full_name, email }) => ({
        id,
        name: full_name,
        detail: email ?? '',
      })),
      isRefused: data.directory_users === null,
    }
  return {
    found: (data.rulesets ?? []).map(({ id, type, policy_resource: { name, handle } }) => ({
      id,
      name,
      detail: [handle === name ? null : handle, type.replaceAll('_', ' ')]
        .filter(Boolean)
        .join(' · '),
    })),
    isRefused: data.rulesets === null,
  }
}
