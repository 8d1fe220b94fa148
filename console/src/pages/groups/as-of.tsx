import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { useNow } from '../../parts/use-now.ts'
import { text } from './text.ts'
import classes from './groups.module.css'

const { asOf: words } = text
const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const steps = 240
const pauseMilliseconds = 120

/** Chooses an instant that has passed: with a slider since the beginning, or exactly. Without one it is now. */
export function AsOf({
  from,
  at,
  onChange,
}: {
  /** The earliest instant that there is something to see of. */
  from: string
  /** An instant, or undefined for now. */
  at: string | undefined
  onChange: (at: string) => void
}) {
  const now = useNow()
  const [start, end] = [Date.parse(from), now.getTime()]
  // Where the slider is until the address follows; otherwise it stands where the address says.
  const [moved, setMoved] = useState<{ from: string | undefined; to: number }>()
  const position = moved?.from === at && moved !== undefined ? moved.to : positionOf(at, start, end)
  const announce = useDebouncedCallback(onChange, pauseMilliseconds)
  const choose = (next: number) => {
    setMoved({ from: at, to: next })
    announce(next >= steps ? '' : instantAt(next, start, end))
  }
  const said =
    position >= steps ? words.now : format.format(Date.parse(instantAt(position, start, end)))
  return (
    <div className={classes['asOf']}>
      <Icon name="clock" size={14} />
      <span>{words.label}</span>
      <input
        type="range"
        className={classes['slider']}
        aria-label={words.slider}
        aria-valuetext={said}
        min={0}
        max={steps}
        value={position}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      />
      <input
        type="datetime-local"
        className={classes['field']}
        aria-label={words.field}
        value={localOf(at === undefined ? new Date(end) : new Date(at))}
        max={localOf(new Date(end))}
        onChange={({ currentTarget }) => {
          const chosen = new Date(currentTarget.value)
          if (chosen.getTime() < Date.now()) onChange(chosen.toISOString())
        }}
      />
      {at !== undefined && <Button onClick={() => onChange('')}>{words.back}</Button>}
    </div>
  )
}

function positionOf(at: string | undefined, start: number, end: number): number {
  if (at === undefined) return steps
  const share = (Date.parse(at) - start) / Math.max(1, end - start)
  return Math.round(Math.min(1, Math.max(0, share)) * steps)
}

function instantAt(position: number, start: number, end: number): string {
  return new Date(start + ((end - start) * position) / steps).toISOString()
}

/** As the field of the browser takes it: in the viewer's zone, to the minute. */
function localOf(instant: Date): string {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
