import type { ReactNode } from 'react'
import classes from './reason.module.css'

/** Why something is so, in one line; the whole on hover. */
export function Reason({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <span className={classes['reason']} title={why}>
      <span className={classes['text']}>{why}</span>
      {children}
    </span>
  )
}
