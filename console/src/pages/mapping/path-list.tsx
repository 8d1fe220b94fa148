import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { withKnownFirst, type ColumnsAt } from './mapping-json.ts'
import { text } from './text.ts'
import classes from './mapping.module.css'

const mostShown = 8

/** Names of columns or keys as chips. One that is added comes first, because the first that holds something counts. */
export function PathList({
  label,
  paths,
  known,
  columnsAt,
  isOrdered = true,
  onChange,
}: {
  label: string
  paths: readonly string[]
  /** Names that are suggested. */
  known: readonly string[]
  columnsAt: ColumnsAt
  isOrdered?: boolean
  onChange: (paths: readonly string[]) => void
}) {
  const [isWhole, setIsWhole] = useState(false)
  // Of many names of one column those that the records have are enough.
  const isLong = paths.length > mostShown
  const { first, others } = withKnownFirst(paths, isLong ? columnsAt : () => [])
  const most = first.length > 0 ? first.length : mostShown
  const shown = [...first, ...others].slice(0, isWhole ? paths.length : most)
  return (
    <div className={classes['paths']}>
      {paths.length === 0 && <span className="small quiet">{text.nothing}</span>}
      {shown.map((path) => (
        <span key={path} className={classes['path']}>
          <code>{path}</code>
          <UnstyledButton
            className={classes['remove']}
            aria-label={text.remove(path, label)}
            onClick={({ currentTarget }) => {
              // What comes next has the focus, because this button goes.
              const next = currentTarget.parentElement?.nextElementSibling
              const button = next?.matches('button') === true ? next : next?.querySelector('button')
              if (button instanceof HTMLElement) button.focus()
              onChange(paths.filter((each) => each !== path))
            }}
          >
            <Icon name="close" size={12} />
          </UnstyledButton>
        </span>
      ))}
      {shown.length < paths.length && (
        <UnstyledButton className={classes['more']} onClick={() => setIsWhole(true)}>
          {text.more(paths.length - shown.length)}
        </UnstyledButton>
      )}
      <AddPath
        label={label}
        known={known.filter((each) => !paths.includes(each))}
        onAdd={(path) => {
          const others = paths.filter((each) => each !== path)
          onChange(isOrdered ? [path, ...others] : [...others, path])
        }}
      />
    </div>
  )
}

function AddPath({
  label,
  known,
  onAdd,
}: {
  label: string
  known: readonly string[]
  onAdd: (path: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const isAdding = typed !== undefined
  useEffect(() => {
    if (isAdding) input.current?.focus()
    else if (hadFocus.current && document.activeElement === document.body) opener.current?.focus()
    hadFocus.current = isAdding
  }, [isAdding])
  const close = () => setTyped(undefined)
  const add = () => {
    if (typed !== undefined && typed.trim() !== '') onAdd(typed.trim())
    close()
  }
  if (typed === undefined)
    return (
      <UnstyledButton
        ref={opener}
        className={classes['add']}
        aria-label={text.addTo(label)}
        onClick={() => setTyped('')}
      >
        <Icon name="plus" size={12} /> {text.add}
      </UnstyledButton>
    )
  return (
    <span
      className={classes['adding']}
      onBlur={({ currentTarget, relatedTarget }) => {
        // What was typed counts as soon as one goes on. A window that loses the focus leaves it in the field.
        if (document.activeElement !== input.current && !currentTarget.contains(relatedTarget))
          add()
      }}
    >
      <TextInput
        aria-label={text.addTo(label)}
        value={typed}
        maxLength={200}
        list={listId}
        ref={input}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            add()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            close()
          }
        }}
      />
      <datalist id={listId}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button onClick={add}>{text.add}</Button>
    </span>
  )
}
