import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { consequencesOf, dangerousSteps, takeStep, type LifecycleStep } from './lifecycle-steps.ts'
import { text } from './text.ts'
import { useLosses } from './use-losses.ts'
import type { Person } from './use-person.ts'

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
  const [day, setDay] = useState(inTwoWeeks)
  const change = useChange(() => takeStep(person.id, step, endOfDay(day)))
  const losses = useLosses(person.id)
  const { verb, title } = text.actions[step]
  return (
    <ConfirmDialog
      title={title(person.full_name)}
      action={verb}
      isDangerous={dangerousSteps.has(step)}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate(undefined, { onSuccess: onClose })}
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

function inTwoWeeks(): string {
  const day = new Date()
  day.setDate(day.getDate() + 14)
  return day.toISOString().slice(0, 10)
}

/** The end of a day in the viewer's zone. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}
