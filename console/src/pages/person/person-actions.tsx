import { Button } from '@mantine/core'
import { useState } from 'react'
import { Can, can } from '../../parts/can.tsx'
import { Dropdown } from '../../parts/dropdown.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MenuItem, MenuItems } from '../../parts/menu-items.tsx'
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
      <Dropdown
        label={text.actions.label}
        align="end"
        button={(opener) => (
          <Button rightSection={<Icon name="down" size={12} />} {...opener}>
            {text.actions.label}
          </Button>
        )}
      >
        {(close) => (
          <MenuItems>
            {lifecycleSteps.map((each) => (
              <Can key={each} record={person} action={each}>
                <MenuItem
                  onClick={() => {
                    close()
                    setStep(each)
                  }}
                >
                  {text.actions[each].verb}
                </MenuItem>
              </Can>
            ))}
          </MenuItems>
        )}
      </Dropdown>
      {step !== undefined && (
        <LifecycleDialog person={person} step={step} onClose={() => setStep(undefined)} />
      )}
    </>
  )
}
