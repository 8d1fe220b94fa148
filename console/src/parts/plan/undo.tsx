import { Button } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { DialogButton } from '../dialog-button.tsx'
import { DoneMessage } from '../done-message.tsx'
import type { Actionable } from '../can.tsx'
import { useApplied, useNoteApplied } from './applied.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { text } from './text.ts'

/** Shows what undoes a plan, and what stays as it is, before it is carried out. */
function UndoDialog({ planId, onClose }: { planId: string; onClose: () => void }) {
  const params = { path: { plan: planId } }
  return (
    <PlanDialog
      title={text.undo.title}
      action={text.undo.verb}
      wanted={`undo ${planId}`}
      plan={async () => muster.post('/policy/plans/{plan}/revert', { params })}
      onClose={onClose}
    >
      <p className="small quiet">{text.undo.what}</p>
    </PlanDialog>
  )
}

/** The button that undoes a plan that was applied. */
export function Undo({ plan, isQuiet = false }: { plan: Actionable; isQuiet?: boolean }) {
  if (plan === undefined) return null
  return (
    <DialogButton of={plan} can="revert" label={text.undo.verb} isQuiet={isQuiet}>
      {(close) => <UndoDialog planId={plan.id} onClose={close} />}
    </DialogButton>
  )
}

/** Says that a plan was just applied, and offers to undo it. */
export function AppliedMessage() {
  const note = useNoteApplied()
  const planId = useApplied()
  const [isUndoing, setIsUndoing] = useState(false)
  const forget = () => note(null)
  if (planId !== null && isUndoing) return <UndoDialog planId={planId} onClose={forget} />
  return (
    <DoneMessage onClose={planId === null ? undefined : forget}>
      <p>{text.undo.applied}</p>
      <Button size="compact-sm" onClick={() => setIsUndoing(true)}>
        {text.undo.verb}
      </Button>
    </DoneMessage>
  )
}
