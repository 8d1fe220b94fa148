import type { ReactNode } from 'react'
import { TextField } from './fields.tsx'
import classes from './question.module.css'

/** The fields of a question, above its answer. */
export function Question({ children }: { children: ReactNode }) {
  return <div className={classes['question']}>{children}</div>
}

type Days = { at?: string; until?: string }

/** Two days, as the address has them: `at`, and a later one. */
export function DayFields({
  days: { at = '', until = '' },
  labels,
  onChange,
}: {
  days: Days
  labels: Record<keyof Days, string>
  onChange: (changed: Days) => void
}) {
  return (
    <>
      <TextField
        type="date"
        label={labels.at}
        value={at}
        onChange={(day) => onChange({ at: day })}
      />
      <TextField
        type="date"
        label={labels.until}
        value={until}
        onChange={(day) => onChange({ until: day })}
      />
    </>
  )
}
