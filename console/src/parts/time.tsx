import type { ReactNode } from 'react'
import { useNow } from './use-now.ts'

/**
 * An instant: relative within a week, else its date in the viewer's zone. Hovering shows it exactly, with UTC. `never` stands
 * for none.
 */
export function Time({ at, never = null }: { at: string | null; never?: ReactNode }) {
  const now = useNow()
  if (at === null) return never
  const instant = new Date(at)
  const exact = `${exactFormat.format(instant)}\n${instant.toISOString().replace('T', ' ').slice(0, 19)} UTC`
  return (
    <time dateTime={at} title={exact}>
      {shownTime(instant, now)}
    </time>
  )
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const thisYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const otherYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const exactFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

function shownTime(instant: Date, now: Date): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds < 0 ? 'just now' : 'now'
  if (distance < hour) return relative.format(Math.round(seconds / minute), 'minute')
  if (distance < day) return relative.format(Math.round(seconds / hour), 'hour')
  if (distance < 7 * day) return relative.format(Math.round(seconds / day), 'day')
  const isThisYear = instant.getFullYear() === now.getFullYear()
  return (isThisYear ? thisYear : otherYear).format(instant)
}
