import { useEffect, useRef, useState, type RefObject } from 'react'
import { useShortcuts } from '../keys/shortcuts.ts'

const isOnRow = () => document.activeElement?.closest('[data-row]') != null

/** The row that the keyboard is on: j, k and the arrows move it, Enter opens it. */
export function useCurrentRow({
  scroller,
  count,
  show,
  open,
}: {
  scroller: RefObject<HTMLElement | null>
  count: number
  show: (index: number) => void
  open: (index: number) => void
}): { index: number; setIndex: (index: number) => void } {
  const [index, setIndex] = useState(0)
  const [, setMoves] = useState(0)
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = scroller.current?.querySelector(`[data-row="${index}"]`)
    if (!(row instanceof HTMLElement)) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })
  const move = (step: number) => {
    // The first key goes to the row where one is, the next ones move on.
    const next = Math.max(0, Math.min(count - 1, isOnRow() ? index + step : index))
    wantsFocus.current = true
    show(next)
    setIndex(next)
    // Draws again where the index is the same, so that the row gets the focus.
    setMoves((moves) => moves + 1)
  }
  useShortcuts([
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
    { keys: 'ArrowDown', label: 'Next row', run: () => move(1) },
    { keys: 'ArrowUp', label: 'Previous row', run: () => move(-1) },
    { keys: 'Home', label: 'First row', run: () => move(-count) },
    { keys: 'End', label: 'Last row that was read', run: () => move(count) },
    { keys: 'Enter', label: 'Open the row', run: () => isOnRow() && open(index) },
  ])
  return { index: Math.min(index, Math.max(0, count - 1)), setIndex }
}
