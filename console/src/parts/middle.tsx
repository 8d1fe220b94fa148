import type { ReactNode } from 'react'
import { withInstants } from './instants.ts'
import classes from './middle.module.css'

/**
 * A text on one line that loses its middle, not its end, where there is no room. The whole is on hover, read aloud, and copied.
 * `tail`: the characters of its end.
 */
export function Middle({ text, tail = 8 }: { text: string; tail?: number }) {
  const all = letters(text)
  if (all.length <= 2 * tail) return <span className={classes['short']}>{text}</span>
  return (
    <span className={classes['middle']} title={text}>
      <span className={classes['whole']}>{text}</span>
      <span aria-hidden className={classes['head']}>
        {all.slice(0, -tail).join('')}
      </span>
      <span aria-hidden className={classes['tail']}>
        {all.slice(-tail).join('')}
      </span>
    </span>
  )
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text as the letters that a reader sees, with their accents and joined parts. */
export function letters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

// Rules of one ruleset often begin alike.
const tail = 28

/** Why something is so, in one line; the whole on hover. */
export function Reason({ why, children }: { why: string; children?: ReactNode }) {
  return (
    <span className="flex center gap-8 shrink soft">
      <Middle text={withInstants(why)} tail={tail} />
      {children}
    </span>
  )
}
