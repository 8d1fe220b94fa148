import type { Log } from './describe-log.ts'
import { text } from './text.ts'

/** A line of the stream: the heading of a day, or a row with its number among all rows. */
export type Line = { kind: 'day'; day: string } | { kind: 'log'; log: Log; row: number }

const dayFormat = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Rows with a heading before the first of each day, in the viewer's zone. */
export function byDay(logs: readonly Log[]): Line[] {
  const lines: Line[] = []
  let last = ''
  for (const [row, log] of logs.entries()) {
    const day = dayWord(new Date(log.at))
    if (day !== last) lines.push({ kind: 'day', day })
    last = day
    lines.push({ kind: 'log', log, row })
  }
  return lines
}

function dayWord(at: Date): string {
  const date = dayFormat.format(at)
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (date === dayFormat.format(today)) return `${text.today} · ${date}`
  return date === dayFormat.format(yesterday) ? `${text.yesterday} · ${date}` : date
}
