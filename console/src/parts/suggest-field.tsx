import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MusterError } from 'muster-sdk'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import classes from './suggest-field.module.css'

export type Suggestion = {
  id: string
  label: string
  /** At the end of the line: a count, or what kind it is. */
  detail?: string | undefined
  section?: string
}

/**
 * A field with suggestions: what is chosen is shown until one types, and the arrow keys move among what is suggested
 * for the text so far.
 */
export function SuggestField({
  label,
  value,
  placeholder,
  suggest,
  onPick,
  onText,
  takes = anything,
  error,
  isInline = false,
  isLabelHidden = isInline,
  isInvalid = false,
  isNext = false,
}: {
  label: string
  /** What is chosen, as text; empty for nothing. */
  value: string
  placeholder: string
  /** What is read for a text that is typed. */
  suggest: (typed: string) => SuggestionQuery
  onPick: (id: string, label: string) => void
  /** Takes a text that is none of the suggestions. Without it only a suggestion can be chosen. */
  onText?: ((text: string) => void) | undefined
  /** Which texts `onText` takes. */
  takes?: ((text: string) => boolean) | undefined
  /** Why what is chosen was refused. */
  error?: string | undefined
  /** Looks like a word of a sentence. */
  isInline?: boolean
  /** The label is for readers of the screen only: a heading or a sentence shows it. */
  isLabelHidden?: boolean
  isInvalid?: boolean
  /** It is what is written next, so it takes the focus when it appears. */
  isNext?: boolean
}) {
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [current, setCurrent] = useState(0)
  const frame = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const takesFocus = useRef(isNext)
  useEffect(() => {
    if (takesFocus.current) input.current?.focus()
  }, [])
  const list = useRef<HTMLDivElement>(null)
  const query = suggest(typed ?? '')
  const isOpen = typed !== undefined && query.isAsked !== false
  const { items: found, none } = useSuggestions(query, isOpen)
  const own = (typed ?? '').trim()
  const isText = onText !== undefined && own !== '' && takes(own)
  const items = isText ? withOwn(found, own) : found
  const index = Math.min(current, items.length - 1)
  const close = () => setTyped(undefined)
  const pick = (item: Suggestion | undefined) => {
    if (item?.id === ownId) onText?.(item.label)
    else if (item !== undefined) onPick(item.id, item.label)
    close()
  }
  const move = (by: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index + by))
    setCurrent(next)
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1)
      else setTyped((last) => last ?? '')
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      // While suggestions are on their way there is nothing to choose.
      if (items.length > 0) pick(items[index])
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    }
  }
  return (
    <span ref={frame} className={classes['frame']} data-inline={isInline}>
      {!isLabelHidden && (
        <label htmlFor={`${listId}-field`} className={classes['fieldLabel']}>
          {label}
        </label>
      )}
      <input
        ref={input}
        id={`${listId}-field`}
        role="combobox"
        aria-label={isLabelHidden ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && index >= 0 ? `${listId}-${index}` : undefined}
        aria-invalid={isInvalid || error !== undefined}
        aria-describedby={error === undefined ? undefined : `${listId}-error`}
        data-autofocus={isNext || undefined}
        // A dialog around it closes with the next Esc only.
        data-mantine-stop-propagation={isOpen}
        className={classes['input']}
        data-empty={value === '' && !isOpen}
        value={typed ?? value}
        placeholder={isOpen && value !== '' ? value : placeholder}
        size={Math.max(4, (typed ?? value ?? '').length || placeholder.length)}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        onMouseDown={() => setTyped((last) => last ?? '')}
        onFocus={() => setTyped((last) => last ?? '')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setCurrent(0)
        }}
        onBlur={() => {
          if (isText) onText(own)
          close()
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <List ref={list} frame={frame} id={listId} label={label}>
          {items.map((item, at) => (
            <Line
              key={item.id}
              id={`${listId}-${at}`}
              item={item}
              section={item.section === items[at - 1]?.section ? undefined : item.section}
              isCurrent={at === index}
              onPick={() => pick(item)}
            />
          ))}
          {items.length === 0 && (
            <div role="option" aria-disabled aria-selected={false} className={classes['none']}>
              {none}
            </div>
          )}
        </List>
      )}
      {error !== undefined && (
        <span id={`${listId}-error`} className={classes['error']}>
          {error}
        </span>
      )}
    </span>
  )
}

/** Above everything, so that no dialog and no scrolled part of a page cuts it off. */
function List({
  ref,
  frame,
  id,
  label,
  children,
}: {
  ref: RefObject<HTMLDivElement | null>
  frame: RefObject<HTMLElement | null>
  id: string
  label: string
  children: ReactNode
}) {
  useLayoutEffect(() => {
    const place = () => {
      const { current: list } = ref
      const box = frame.current?.querySelector('input')?.getBoundingClientRect()
      if (list === null || box === undefined) return
      const { offsetWidth: width, offsetHeight: height } = list
      const isAbove = box.bottom + height + gap > innerHeight && box.top > height + gap
      list.style.minWidth = `${Math.min(Math.max(box.width, 240), innerWidth - 2 * gap)}px`
      list.style.left = `${Math.max(gap, Math.min(box.left, innerWidth - width - gap))}px`
      list.style.top = `${isAbove ? box.top - height - gap : box.bottom + gap}px`
    }
    ref.current?.showPopover()
    place()
    const watched = new ResizeObserver(place)
    if (ref.current !== null) watched.observe(ref.current)
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      watched.disconnect()
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [ref, frame])
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      className={classes['list']}
    >
      {children}
    </div>
  )
}

const gap = 4

const anything = () => true

const ownId = 'own text'

/** The text itself is the last suggestion, unless it is one already. */
function withOwn(items: readonly Suggestion[], typed: string): readonly Suggestion[] {
  if (items.some(({ label }) => label.toLowerCase() === typed.toLowerCase())) return items
  return [...items, { id: ownId, label: typed, detail: 'as written' }]
}

/** How suggestions are read. `key` names them among all that is kept. */
export type SuggestionQuery = {
  key: readonly unknown[]
  /** Null where the viewer may not search these. */
  read: (signal: AbortSignal) => Promise<Suggestion[] | null>
  /** False while the text asks for nothing. */
  isAsked?: boolean
  /** Only those whose words contain it are shown. */
  filteredBy?: string
}

const keptMilliseconds = 60_000
const mostShown = 100

function useSuggestions(
  { key, read, isAsked = true, filteredBy = '' }: SuggestionQuery,
  isOpen: boolean,
) {
  const { data, error } = useQuery({
    queryKey: ['suggestions', ...key],
    enabled: isOpen && isAsked,
    staleTime: keptMilliseconds,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read(signal),
  })
  const wanted = filteredBy.trim().toLowerCase()
  const items = (isAsked ? (data ?? []) : []).filter(({ label, detail = '' }) =>
    `${label} ${detail}`.toLowerCase().includes(wanted),
  )
  return { items: items.slice(0, mostShown), none: whyNone(data, error) }
}

/** What is shown in place of suggestions. */
function whyNone(data: Suggestion[] | null | undefined, error: MusterError | null): string {
  if (error !== null) return error.message
  if (data === null) return 'You may not search these'
  return data === undefined ? 'Looking…' : 'Nothing matches'
}

function Line({
  id,
  item: { label, detail },
  section,
  isCurrent,
  onPick,
}: {
  id: string
  item: Suggestion
  section: string | undefined
  isCurrent: boolean
  onPick: () => void
}) {
  return (
    <>
      {section !== undefined && (
        <div className={classes['section']} role="presentation">
          {section}
        </div>
      )}
      {/* The field keeps the focus, so that it does not close first, and has the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        tabIndex={-1}
        role="option"
        aria-selected={isCurrent}
        className={classes['option']}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPick}
      >
        <span className="grow shrink anywhere">{label}</span>
        {detail !== undefined && <span className={classes['detail']}>{detail}</span>}
      </div>
    </>
  )
}
