import { letters } from './letters.ts'
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
