import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { UrlState } from '../../app/url-state.ts'
import { Chip } from '../../parts/chip.tsx'
import { shownRange } from '../../parts/shown-range.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const { filters: words } = text

const hour = 3_600_000
const presets = [
  { label: words.last.hour, milliseconds: hour },
  { label: words.last.day, milliseconds: 24 * hour },
  { label: words.last.week, milliseconds: 7 * 24 * hour },
  { label: words.last.month, milliseconds: 30 * 24 * hour },
]

/** The filter of the stream by time, in the viewer's zone. */
export function TimeChip({
  url,
  onChange,
}: {
  url: UrlState
  onChange: (patch: UrlState) => void
}) {
  const { at_after: after, at_before: before } = url
  return (
    <Chip
      label={words.time}
      value={shownRange(after, before)}
      onClear={() => onChange({ at_after: '', at_before: '' })}
    >
      {({ close }) => (
        <Range
          after={after}
          before={before}
          onChange={(patch) => {
            close()
            onChange(patch)
          }}
        />
      )}
    </Chip>
  )
}

function Range({
  after,
  before,
  onChange,
}: {
  after: string | undefined
  before: string | undefined
  onChange: (patch: UrlState) => void
}) {
  const [from, setFrom] = useState(toLocal(after))
  const [to, setTo] = useState(toLocal(before))
  return (
    <form
      className={classes['ids']}
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ at_after: toInstant(from), at_before: toInstant(to) })
      }}
    >
      <div className={classes['presets']}>
        {presets.map(({ label, milliseconds }) => (
          <Button
            key={label}
            onClick={() =>
              onChange({
                at_after: new Date(Date.now() - milliseconds).toISOString(),
                at_before: '',
              })
            }
          >
            {label}
          </Button>
        ))}
      </div>
      <TextInput
        type="datetime-local"
        label={words.from}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={words.to}
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <Button type="submit" variant="filled">
        {words.apply}
      </Button>
    </form>
  )
}

/** An instant as a field for date and time has it: in the viewer's zone, without naming it. */
function toLocal(instant: string | undefined): string {
  const at = new Date(instant ?? '')
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function toInstant(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
