import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLongChange } from '../../api/use-long-change.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { dayAfter, endOfDay } from '../../parts/days.ts'
import { consequencesOf, dangerousSteps, takeStep, type LifecycleStep } from './lifecycle-steps.ts'
import { text } from './text.ts'
import { useLosses } from './use-losses.ts'
import type { Person } from './use-person.ts'

const usualDays = 14

/** Asks before a step of a person's life, with what follows from it. */
export function LifecycleDialog({
  person,
  step,
  onClose,
}: {
  person: Person
  step: LifecycleStep
  onClose: () => void
}) {
  const [day, setDay] = useState(() => dayAfter(usualDays))
  const change = useLongChange(() => takeStep(person, step, endOfDay(day) ?? day))
  const losses = useLosses(person.id)
  const { verb, title } = text.actions[step]
  return (
    <ConfirmDialog
      title={title(person.full_name)}
      action={verb}
      isDangerous={dangerousSteps.has(step)}
      change={change}
      onClose={onClose}
    >
      {consequencesOf(person, step, losses).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {step === 'expire' && (
        <TextInput
          type="date"
          label={text.actions.date}
          value={day}
          required
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
