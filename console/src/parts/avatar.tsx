import { letters } from './middle.tsx'
import classes from './avatar.module.css'

/** The initials of a person, in one of eight hues by name. Decoration: the name stands beside it. */
export function Avatar({ name, size = 24 }: { name: string; size?: number }) {
  const hue = hueOf(name)
  return (
    <span
      aria-hidden
      className={classes['avatar']}
      style={{
        background: `light-dark(hsl(${hue} 42% 91%), hsl(${hue} 22% 24%))`,
        color: `light-dark(hsl(${hue} 48% 28%), hsl(${hue} 42% 84%))`,
        width: size,
        height: size,
        fontSize: Math.round(size * 0.42),
      }}
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

const hues = [230, 262, 200, 168, 130, 32, 345, 300]

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 8
  return hues[sum] ?? 0
}
