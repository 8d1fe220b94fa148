import { ActionIcon } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useShortcuts } from '../keys/shortcuts.ts'
import { Icon } from './icon.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import classes from './detail-panel.module.css'

/**
 * Details beside a list. Which record it shows is part of the address (`useUrlState`), and `onClose` takes it away
 * there. Esc closes it.
 */
export function DetailPanel({
  title,
  action,
  isWide = false,
  onClose,
  children,
}: {
  title: string
  /** Beside the title. */
  action?: ReactNode
  /** For what needs room in both directions, such as drawings. */
  isWide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  useShortcuts([{ keys: 'Escape', label: 'Close the panel', run: onClose }])
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => giveFocusBack(panel.current), [])
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useKeptFocus(panel)
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className={classes['panel']}
      data-wide={isWide}
    >
      <header className={classes['header']}>
        <h2 className={classes['title']} title={title}>
          {title}
        </h2>
        {action}
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      <div className={classes['body']}>{children}</div>
    </aside>
  )
}

/** The row that had the focus gets it back when the panel closes, unless the focus has left the panel already. */
function giveFocusBack(panel: HTMLElement | null): () => void {
  const opener = document.activeElement
  return () => {
    const { activeElement: focused } = document
    const isLost = focused === document.body || panel?.contains(focused) === true
    if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
}
