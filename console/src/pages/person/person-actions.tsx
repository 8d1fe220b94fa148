import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { EditPersonDialog } from './edit-person-dialog.tsx'
import { lifecycleSteps } from './lifecycle-steps.ts'
import { LifecycleDialog } from './lifecycle-dialog.tsx'
import { text } from './text.ts'
import type { Person } from './use-person.ts'

/** What may be done with the person now. */
export function PersonActions({ person }: { person: Person }) {
  return (
    <ActionsMenu
      record={person}
      actions={[
        {
          label: text.edit.verb,
          ability: 'update',
          dialog: (close) => <EditPersonDialog person={person} onClose={close} />,
        },
        ...lifecycleSteps.map((step) => ({
          label: text.actions[step].verb,
          ability: step,
          dialog: (close: () => void) => (
            <LifecycleDialog person={person} step={step} onClose={close} />
          ),
        })),
      ]}
    />
  )
}
