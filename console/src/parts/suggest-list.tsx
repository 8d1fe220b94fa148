import { useLayoutEffect, type RefObject } from 'react'
import type { Suggestion } from './use-suggestions.ts'
import classes from './suggest-field.module.css'

/**
 * What is suggested, below the field in `frame` or above it. It stands above everything, so that no dialog and no scrolled
 * part of a page cuts it off.
 */
export function SuggestList({
  ref,
  frame,
  id,
  label,
  items,
  none,
  index,
  onPick,
}: {
  ref: RefObject<HTMLDivElement | null>
  frame: RefObject<HTMLElement | null>
  /** The id of a line is this, and its number. */
  id: string
  label: string
  items: readonly Suggestion[]
  /** In place of lines. */
  none: string
  /** The current line. */
  index: number
  onPick: (item: Suggestion) => void
}) {
  usePlaceAt(ref, frame)
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      className={classes['list']}
    >
      {items.map((item, at) => (
        <Line
          key={item.id}
          id={`${id}-${at}`}
          item={item}
          section={item.section === items[at - 1]?.section ? undefined : item.section}
          isCurrent={at === index}
          onPick={() => onPick(item)}
        />
      ))}
      {items.length === 0 && (
        <div role="option" aria-disabled aria-selected={false} className={classes['none']}>
          {none}
        </div>
      )}
    </div>
  )
}

const gap = 4

/** Opens a list at the field in `frame`, and moves it as that and the window do. */
function usePlaceAt(ref: RefObject<HTMLElement | null>, frame: RefObject<HTMLElement | null>) {
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
