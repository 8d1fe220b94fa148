import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Nothing is here: one sentence, the action that fills it, and the same on the command line. */
export function EmptyState({
  title,
  children,
  command,
}: {
  title: string
  children?: ReactNode
  command?: string
}) {
  return (
    <div className={classes['state']}>
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {command !== undefined && <code className={classes['command']}>{command}</code>}
    </div>
  )
}
