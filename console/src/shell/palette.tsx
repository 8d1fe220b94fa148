import { Modal } from '@mantine/core'
import { useEffect, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { Icon } from '../parts/icon.tsx'
import { usePaletteItems, type PaletteItem } from './palette-items.ts'
import { text } from './text.ts'
import classes from './palette.module.css'

/** Finds pages, actions and records by a few letters. The arrows choose, Enter goes there. */
export function Palette({ onClose, onShowKeys }: { onClose: () => void; onShowKeys: () => void }) {
  const { query, items, isStale, chosen, run, ...on } = useChoice(onClose, onShowKeys)
  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset="12vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={text.search}>
        <div className={classes['field']}>
          <Icon name="search" />
          <input
            className={classes['input']}
            role="combobox"
            aria-expanded
            aria-controls="palette-items"
            aria-activedescendant={chosen === undefined ? undefined : `palette-${chosen.id}`}
            aria-label={text.search}
            placeholder={text.search}
            data-autofocus
            spellCheck={false}
            value={query}
            maxLength={200}
            {...on}
          />
        </div>
        <div
          role="listbox"
          id="palette-items"
          aria-label={text.search}
          className={classes['items']}
        >
          {items.map((item, at) => (
            <Item
              key={item.id}
              item={item}
              heading={items[at - 1]?.section === item.section ? undefined : item.section}
              isChosen={item === chosen}
              onRun={() => run(item)}
            />
          ))}
        </div>
        {items.length === 0 && (
          <p role="status" className={classes['none']}>
            {isStale ? text.searching : text.noMatch}
          </p>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

/** What is typed, what it finds, and which of that is chosen. Enter takes it as soon as it is found. */
function useChoice(onClose: () => void, onShowKeys: () => void) {
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const [isEntered, setIsEntered] = useState(false)
  const { items, isStale } = usePaletteItems(query, onShowKeys)
  const chosen = items[Math.min(index, items.length - 1)]
  const run = (item: PaletteItem) => {
    onClose()
    item.run()
  }
  // Enter goes to what the typed text finds, not to what an earlier text found.
  const mayRun = chosen !== undefined && (!isStale || chosen.isRecord !== true)
  useEffect(() => {
    if (isEntered && mayRun) run(chosen)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setIsEntered(false)
      setIndex(
        (Math.min(index, items.length - 1) + step + items.length) % Math.max(1, items.length),
      )
    } else if (event.key === 'Enter') setIsEntered(true)
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setQuery(event.target.value)
    setIndex(0)
    setIsEntered(false)
  }
  return { query, items, isStale, chosen, run, onChange, onKeyDown }
}

function Item({
  item,
  heading,
  isChosen,
  onRun,
}: {
  item: PaletteItem
  heading: string | undefined
  isChosen: boolean
  onRun: () => void
}) {
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className={classes['heading']}>
          {heading}
        </div>
      )}
      {/* The field keeps the focus and has the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
      <div
        role="option"
        id={`palette-${item.id}`}
        aria-selected={isChosen}
        className={classes['item']}
        ref={(element) => {
          if (isChosen) element?.scrollIntoView({ block: 'nearest' })
        }}
        onClick={onRun}
      >
        <Icon name={item.icon} />
        <span className="text ellipsis">{item.label}</span>
        {item.detail !== undefined && <span className={classes['detail']}>{item.detail}</span>}
      </div>
    </>
  )
}
