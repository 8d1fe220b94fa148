import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { Can, can } from '../../parts/can.tsx'
import { Icon } from '../../parts/icon.tsx'
import { lifecycleSteps, type LifecycleStep } from './lifecycle-steps.ts'
import { LifecycleDialog } from './lifecycle-dialog.tsx'
import { text } from './text.ts'
import type { Person } from './use-person.ts'

/** What may be done with the person now. Absent where nothing may. */
export function PersonActions({ person }: { person: Person }) {
  const [step, setStep] = useState<LifecycleStep>()
  const isAnyAllowed = lifecycleSteps.some((each) => can(person, each))
  if (!isAnyAllowed && step === undefined) return null
  return (
    <>
      <Menu position="bottom-end" offset={4} width={190}>
        <Menu.Target>
          <Button rightSection={<Icon name="down" size={12} />}>{text.actions.label}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {lifecycleSteps.map((each) => (
            <Can key={each} record={person} action={each}>
              <Menu.Item onClick={() => setStep(each)}>{text.actions[each].verb}</Menu.Item>
            </Can>
          ))}
        </Menu.Dropdown>
      </Menu>
      {step !== undefined && (
        <LifecycleDialog person={person} step={step} onClose={() => setStep(undefined)} />
      )}
    </>
  )
}
