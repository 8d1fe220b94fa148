import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MusterError } from 'muster-sdk'
import { useEffect, type ReactNode } from 'react'
import { Conflict } from '../../api/conflict.ts'
import { muster } from '../../api/muster.ts'
import { readAgain } from '../../api/use-api.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { Can } from '../can.tsx'
import { ChangeError } from '../change-error.tsx'
import { Dialog } from '../dialog.tsx'
import { ErrorState } from '../error-state.tsx'
import { PlanSkeleton } from './numbers.tsx'
import { PlanView } from './plan.tsx'
import { text } from './text.ts'
import type { PlanRecord } from './types.ts'
import { usePlan, usePlanOf, type Planned } from './use-plan.ts'

const pauseMilliseconds = 400

export type PlanDialogFrame = {
  title: string
  action: string
  isDangerous?: boolean
  /** The change was made. It closes the dialog too, unless this is given. */
  onDone?: () => void
  /** Called with the plan that was applied. */
  onApplied?: ((planId: string) => void) | undefined
  onClose: () => void
  /** Fields that decide about the change. */
  children?: ReactNode
}

/**
 * Shows what a change would do before it is carried out: the effect is a plan, and the button applies that plan, so what was
 * shown is what happens.
 */
export function PlanDialog({
  title,
  action,
  wanted,
  plan,
  isDangerous = false,
  onClose,
  onDone = onClose,
  onApplied,
  children,
}: PlanDialogFrame & {
  /** What is to be planned, as text; empty while something is missing in the fields above. */
  wanted: string
  plan: () => Promise<Planned>
}) {
  const [asked] = useDebouncedValue(wanted, pauseMilliseconds)
  const made = usePlanOf(asked, plan)
  const isApplying = useIsMutating({ mutationKey: applyKey(made.data?.id) }) > 0
  const client = useQueryClient()
  const isOutdated = made.error instanceof Conflict
  useEffect(() => {
    if (isOutdated) void readAgain(client)
  }, [isOutdated, client])
  const again = () => void made.refetch()
  const isPlanned = made.error === null && made.data !== undefined && asked === wanted
  return (
    <Dialog title={title} size={620} isSending={isApplying} onClose={onClose}>
      {children !== undefined && <div className="column gap-12 mb-16">{children}</div>}
      {isPlanned ? (
        <PlanOf
          key={made.data.id}
          planId={made.data.id}
          action={action}
          isDangerous={isDangerous}
          again={again}
          onDone={onDone}
          onApplied={onApplied}
          onClose={onClose}
        />
      ) : (
        <>
          {made.error !== null && asked === wanted ? (
            <Refused error={made.error} again={again} />
          ) : wanted === '' ? (
            <p className="small quiet">{text.missing}</p>
          ) : (
            <PlanSkeleton />
          )}
          <Buttons onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

type Applied = Required<Pick<PlanDialogFrame, 'action' | 'isDangerous' | 'onDone' | 'onClose'>> &
  Pick<PlanDialogFrame, 'onApplied'> & {
    again: () => void
  }

function PlanOf({ planId, ...applied }: Applied & { planId: string }) {
  const { data: plan, error, refetch } = usePlan(planId)
  if (plan !== undefined) return <ReadPlan plan={plan} {...applied} />
  return error === null ? (
    <PlanSkeleton />
  ) : (
    <ErrorState error={error} retry={() => void refetch()} />
  )
}

function ReadPlan({
  plan,
  action,
  isDangerous,
  again,
  onDone,
  onApplied,
  onClose,
}: Applied & { plan: PlanRecord }) {
  const { id, totals } = plan
  const done = () => {
    onApplied?.(id)
    onDone()
  }
  const params = { path: { plan: id } }
  const apply = useLongChange(
    () => muster.send('post', '/policy/plans/{plan}/apply', { of: plan, params }),
    applyKey(id),
  )
  return (
    <div className="column gap-12">
      <PlanView plan={plan} />
      {totals !== null && totals.people > 0 && (
        <p>
          <Link to="/plans/$plan" params={{ plan: id }} className="link">
            {text.open}
          </Link>
        </p>
      )}
      {apply.error !== null && <Refused error={apply.error} again={again} />}
      <Buttons onClose={onClose}>
        <Can record={plan} action="apply">
          <Button
            variant="filled"
            color={isDangerous ? 'red' : 'indigo'}
            loading={apply.isPending}
            onClick={() => apply.mutate(undefined, { onSuccess: done })}
          >
            {action}
          </Button>
        </Can>
      </Buttons>
    </div>
  )
}

function applyKey(planId: string | undefined): readonly unknown[] {
  return ['apply', planId]
}

function Refused({ error, again }: { error: MusterError; again: () => void }) {
  return (
    <>
      <ChangeError error={error} again={{ action: text.showEffect, run: again }} />
      {!(error instanceof Conflict) && mayPassNextTime(error) && (
        <Button onClick={again}>{text.again}</Button>
      )}
    </>
  )
}

/** A refusal stays one until something else is sent. */
function mayPassNextTime({ status }: MusterError): boolean {
  return status === null || ![403, 404, 422].includes(status)
}

function Buttons({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <Group justify="flex-end" mt="lg">
      <Button onClick={onClose}>Cancel</Button>
      {children}
    </Group>
  )
}
