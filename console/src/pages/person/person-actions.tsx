import { useState } from 'react'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { EditPersonDialog } from './edit-person-dialog.tsx'
import { lifecycleSteps, type LifecycleStep } from './lifecycle-steps.ts'
import { LifecycleDialog } from './lifecycle-dialog.tsx'
import { text } from './text.ts'
import type { Person } from './use-person.ts'

/** What may be done with the person now. */
export function PersonActions({ person }: { person: Person }) {
  const [step, setStep] = useState<LifecycleStep | 'update'>()
  const close = () => setStep(undefined)
  return (
    <>
      <ActionsMenu
        record={person}
        actions={[
          { label: text.edit.verb, ability: 'update', run: () => setStep('update') },
          ...lifecycleSteps.map((each) => ({
            label: text.actions[each].verb,
            ability: each,
            run: () => setStep(each),
          })),
        ]}
      />
      {step === 'update' && <EditPersonDialog person={person} onClose={close} />}
      {step !== undefined && step !== 'update' && (
        <LifecycleDialog person={person} step={step} onClose={close} />
      )}
    </>
  )
}
