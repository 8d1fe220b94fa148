import { letters } from './letters.ts'
import classes from './middle.module.css'

const tailLength = 8

/** A name on one line that loses its middle, not its end, where there is no room. The whole is on hover, read aloud, and copied. */
export function Middle({ text }: { text: string }) {
  const all = letters(text)
  if (all.length <= 2 * tailLength) return <span className={classes['short']}>{text}</span>
  return (
    <span className={classes['middle']} title={text}>
      <span className={classes['whole']}>{text}</span>
      <span aria-hidden className={classes['head']}>
        {all.slice(0, -tailLength).join('')}
      </span>
      <span aria-hidden className={classes['tail']}>
        {all.slice(-tailLength).join('')}
      </span>
    </span>
  )
}
