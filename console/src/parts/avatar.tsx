import { letters } from './letters.ts'
import classes from './avatar.module.css'

/** The initials of a person, in one of eight hues by name. Decoration: the name stands beside it. */
export function Avatar({ name, size = 24 }: { name: string; size?: number }) {
  return (
    <span
      aria-hidden
      className={classes['avatar']}
      data-hue={hueOf(name)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.match(/\p{L}+/gu) ?? []
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return (letters(first)[0] ?? '·') + (letters(last)[0] ?? '')
}

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 8
  return sum
}
