import type { ReactNode } from 'react'
import classes from './scroll.module.css'

/** The content of a tab that scrolls by itself, below a frame whose other tabs are tables. */
export function Scroll({ children }: { children: ReactNode }) {
  return (
    // A region that scrolls must be reachable by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0}>
      {children}
    </div>
  )
}

/** A table with what narrows it above, and a panel beside it. `isTop`: directly below the title, without tabs. */
export function Beside({
  panel,
  isTop = false,
  children,
}: {
  panel?: ReactNode
  isTop?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes['fill']}>
      <div className={classes['column']} data-top={isTop}>
        {children}
      </div>
      {panel}
    </div>
  )
}
