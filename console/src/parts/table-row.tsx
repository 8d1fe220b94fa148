import type { ReactNode } from 'react'
import classes from './data-table.module.css'

/** A row of a table, which a click anywhere opens. */
export function TableRow({
  index,
  isCurrent,
  isSelected,
  onFocus,
  onOpen,
  children,
}: {
  index: number
  isCurrent: boolean
  isSelected: boolean
  onFocus: () => void
  onOpen: (() => void) | undefined
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter is a shortcut of the table
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      data-opens={onOpen !== undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={classes['row']}
      onFocus={onFocus}
      onClick={({ target }) => {
        if (!isOnControl(target)) onOpen?.()
      }}
    >
      {children}
    </div>
  )
}

/** A click on a link or a button in a row is for that, and so is the end of a selection of text. */
function isOnControl(target: EventTarget): boolean {
  if (getSelection()?.isCollapsed === false) return true
  return target instanceof Element && target.closest('a, button, input') !== null
}
