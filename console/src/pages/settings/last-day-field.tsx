import { TextInput } from '@mantine/core'
import type { MusterError } from 'muster-sdk'
import { text } from './text.ts'

const { users: words } = text

/** Until when somebody may sign in; an empty one is no end. */
export function LastDayField({
  value,
  error,
  onChange,
}: {
  value: string
  /** Of the change that sends it. */
  error: MusterError | null
  onChange: (day: string) => void
}) {
  return (
    <TextInput
      type="date"
      label={words.lastDay}
      description={words.lastDayHint}
      value={value}
      error={error?.errors['expires_at']?.join(' ')}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
