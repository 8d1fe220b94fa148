import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { withKnownFirst, type ColumnsAt } from './mapping-json.ts'
import { text } from './text.ts'
import { useBeginning } from './use-beginning.tsx'
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
  // Of many names of one column those that the records have are enough.
  const isLong = paths.length > mostShown
  const { first, others } = withKnownFirst(paths, isLong ? columnsAt : () => [])
  const most = first.length > 0 ? first.length : mostShown
  const { shown, rest } = useBeginning([...first, ...others], most, text.more)
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
      {rest}
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

type Adding = {
  label: string
  known: readonly string[]
  onAdd: (path: string) => void
}

/** A button that becomes a field for one more path or value. */
export function AddPath(adding: Adding) {
  const [isAdding, setIsAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!isAdding && hadFocus.current && document.activeElement === document.body)
      opener.current?.focus()
    hadFocus.current = isAdding
  }, [isAdding])
  if (isAdding) return <NewPath {...adding} onClose={() => setIsAdding(false)} />
  return (
    <UnstyledButton
      ref={opener}
      className={classes['add']}
      aria-label={text.addTo(adding.label)}
      onClick={() => setIsAdding(true)}
    >
      <Icon name="plus" size={12} /> {text.add}
    </UnstyledButton>
  )
}

function NewPath({ label, known, onAdd, onClose }: Adding & { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const add = () => {
    if (typed.trim() !== '') onAdd(typed.trim())
    onClose()
  }
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
            onClose()
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
