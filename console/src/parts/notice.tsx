import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import classes from './notice.module.css'

/** A sentence about the page that one should know before acting: a warning, or why something is not offered. */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'warning'
  children: ReactNode
}) {
  return (
    <div className={classes['notice']} data-tone={tone}>
      <Icon name={tone === 'warning' ? 'warning' : 'info'} />
      <div className={classes['text']}>{children}</div>
    </div>
  )
}
