import type { ReactNode } from 'react'
import { withInstants } from './instants.ts'
import { Middle } from './middle.tsx'
import classes from './reason.module.css'

// Rules of one ruleset often begin alike.
const tail = 28

/** Why something is so, in one line; the whole on hover. */
export function Reason({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <span className={classes['reason']}>
      <Middle text={withInstants(why)} tail={tail} />
      {children}
    </span>
  )
}
