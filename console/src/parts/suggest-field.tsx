import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { SuggestList } from './suggest-list.tsx'
import { useSuggestions, type Suggestion, type SuggestionQuery } from './use-suggestions.ts'
import classes from './suggest-field.module.css'

type Properties = {
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
}

/**
 * A field with suggestions: what is chosen is shown until one types, and the arrow keys move among what is suggested
 * for the text so far.
 */
export function SuggestField(properties: Properties) {
  const { label, value, placeholder, error, isNext = false } = properties
  const { isInline = false, isLabelHidden = isInline, isInvalid = false } = properties
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const input = useFirstFocus(isNext)
  const { list, typed, isOpen, items, none, index, pick, on } = useChoice(properties)
  return (
    <span ref={frame} className={classes['frame']} data-inline={isInline}>
      {!isLabelHidden && (
        <label htmlFor={`${id}-field`} className={classes['fieldLabel']}>
          {label}
        </label>
      )}
      <input
        ref={input}
        id={`${id}-field`}
        role="combobox"
        aria-label={isLabelHidden ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && index >= 0 ? `${id}-${index}` : undefined}
        aria-invalid={isInvalid || error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        data-autofocus={isNext || undefined}
        // A dialog around it closes with the next Esc only.
        data-mantine-stop-propagation={isOpen}
        className={classes['input']}
        data-empty={value === '' && !isOpen}
        value={typed ?? value}
        placeholder={isOpen && value !== '' ? value : placeholder}
        size={Math.max(4, (typed ?? value).length || placeholder.length)}
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        {...on}
      />
      {isOpen && (
        <SuggestList ref={list} onPick={pick} {...{ frame, id, label, items, none, index }} />
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className={classes['error']}>
          {error}
        </span>
      )}
    </span>
  )
}

/** Takes the focus when it appears, if it is what is written next then. */
function useFirstFocus(isNext: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const takesFocus = useRef(isNext)
  useEffect(() => {
    if (takesFocus.current) input.current?.focus()
  }, [])
  return input
}

/** What is typed, what is suggested for it, which of that is current, and what the field does about events. */
function useChoice({ suggest, onPick, onText, takes = anything }: Properties) {
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [current, setCurrent] = useState(0)
  const query = suggest(typed ?? '')
  const isOpen = typed !== undefined && query.isAsked !== false
  const { items: found, none } = useSuggestions(query, isOpen)
  const own = (typed ?? '').trim()
  const isText = onText !== undefined && own !== '' && takes(own)
  const items = isText ? withOwn(found, own) : found
  const index = Math.min(current, items.length - 1)
  const open = () => setTyped((last) => last ?? '')
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
      else open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      // While suggestions are on their way there is nothing to choose.
      if (items.length > 0) pick(items[index])
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    }
  }
  const on = {
    onMouseDown: open,
    onFocus: open,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value)
      setCurrent(0)
    },
    onBlur: () => {
      if (isText) onText(own)
      close()
    },
    onKeyDown,
  }
  return { list, typed, isOpen, items, none, index, pick, on }
}

const anything = () => true

const ownId = 'own text'

/** The text itself is the last suggestion, unless it is one already. */
function withOwn(items: readonly Suggestion[], typed: string): readonly Suggestion[] {
  if (items.some(({ label }) => label.toLowerCase() === typed.toLowerCase())) return items
  return [...items, { id: ownId, label: typed, detail: 'as written' }]
}
