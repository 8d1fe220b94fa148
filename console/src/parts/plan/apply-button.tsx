import { Button } from '@mantine/core'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { can, Can } from '../can.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { text } from './text.ts'
import { countOf, type PlanRecord } from './types.ts'

/** Applies a plan, after its consequence was confirmed. Absent where it would be refused. */
export function ApplyButton({
  plan,
  onApplied,
}: {
  plan: PlanRecord
  onApplied?: (() => void) | undefined
}) {
  const [isAsked, setIsAsked] = useState(false)
  const change = useChange(() =>
    muster.post('/policy/plans/{plan}/apply', {
      of: plan,
      params: { path: { plan: plan.id } },
    }),
  )
  const close = () => {
    change.reset()
    setIsAsked(false)
  }
  const apply = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        close()
        onApplied?.()
      },
    })
  if (!can(plan, 'apply') && !isAsked) return null
  return (
    <>
      <Can record={plan} action="apply">
        <Button variant="filled" onClick={() => setIsAsked(true)}>
          {text.apply}
        </Button>
      </Can>
      {isAsked && (
        <ConfirmDialog
          title={text.applyTitle}
          action={text.apply}
          isDangerous={(plan.totals?.removed ?? 0) > 0}
          change={change}
          onConfirm={apply}
          onClose={close}
        >
          <p>{consequenceOf(plan)}</p>
          <p>{text.isExact}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function consequenceOf({ totals }: PlanRecord): string {
  if (totals === null || totals.people === 0) return text.noEffectWhy
  return text.consequence({
    people: totals.people,
    added: totals.added,
    removed: totals.removed,
    changed: countOf(totals, 'changed'),
  })
}
