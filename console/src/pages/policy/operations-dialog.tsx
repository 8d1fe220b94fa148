import { versionOf } from '../../api/versions.ts'
import { PlanDialog, type PlanDialogFrame } from '../../parts/plan/plan-dialog.tsx'
import { useNoteApplied } from '../../parts/plan/applied.ts'
import { planFor, type Operations } from './save-draft.ts'
import type { Rule } from './use-draft.ts'
import type { Ruleset } from './use-ruleset.ts'

/** {@link PlanDialog} of operations on the policy. */
export function OperationsDialog({
  of,
  operations,
  ...frame
}: PlanDialogFrame & {
  /** The record that the first operation changes, as it is shown. */
  of: Rule | Ruleset
  /** Null while something is missing in the fields. */
  operations: Operations | null
}) {
  const note = useNoteApplied()
  return (
    <PlanDialog
      onApplied={note}
      {...frame}
      wanted={operations === null ? '' : JSON.stringify([versionOf(of), ...operations])}
      plan={async () => planFor(of, operations ?? [])}
    />
  )
}
