import { Button, Group } from '@mantine/core'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDebouncedValue } from '@mantine/hooks'
import type { MusterError } from 'muster-sdk'
import { useEffect, type ReactNode } from 'react'
import { muster } from '../../api/muster.ts'
import { readAgain } from '../../api/read-again.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { Conflict } from '../../api/conflict.ts'
import { versionOf } from '../../api/versions.ts'
import { Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Effect } from '../../parts/plan/effect.tsx'
import { Findings, Limits } from '../../parts/plan/notices.tsx'
import { PlanSkeleton } from '../../parts/plan/plan-skeleton.tsx'
import { SecondApproval } from '../../parts/plan/second-approval.tsx'
import type { PlanRecord } from '../../parts/plan/types.ts'
import { usePlanOf } from '../../parts/plan/use-plan-of.ts'
import { usePlan } from '../../parts/plan/use-plan.ts'
import { planFor, type Operations } from './save-draft.ts'
import { text } from './text.ts'
import type { Rule } from './use-draft.ts'
import type { Ruleset } from './use-ruleset.ts'
import classes from './policy.module.css'

const { plan: words } = text
const pauseMilliseconds = 400

/**
 * Shows what a change of the policy would do before it is carried out: the effect is a plan, and the button applies
 * that plan, so what was shown is what happens.
 */
export function PlanDialog({
  of,
  operations,
  ...dialog
}: PlannedChange & {
  /** The record that the first operation changes, as it is shown. */
  of: Rule | Ruleset
  /** Null while something is missing in the fields above. */
  operations: Operations | null
}) {
  return (
    <PlanningDialog
      {...dialog}
      wanted={operations === null ? '' : JSON.stringify([versionOf(of), ...operations])}
      plan={async () => planFor(of, operations ?? [])}
    />
  )
}

type PlannedChange = {
  title: string
  action: string
  isDangerous?: boolean
  onDone: () => void
  onClose: () => void
  /** Fields that decide about the change. */
  children?: ReactNode
}

/** {@link PlanDialog} of a change that has a request of its own. */
export function PlanningDialog({
  title,
  action,
  wanted,
  plan,
  isDangerous = false,
  onDone,
  onClose,
  children,
}: PlannedChange & {
  /** What is to be planned, as text; empty while something is missing in the fields above. */
  wanted: string
  plan: () => Promise<{ id: string }>
}) {
  const [asked] = useDebouncedValue(wanted, pauseMilliseconds)
  const made = usePlanOf(asked, plan)
  const isApplying = useIsMutating({ mutationKey: applyKey(made.data?.id) }) > 0
  const client = useQueryClient()
  const isOutdated = made.error instanceof Conflict
  useEffect(() => {
    if (isOutdated) void readAgain(client)
  }, [isOutdated, client])
  return (
    <Dialog title={title} size={620} isSending={isApplying} onClose={onClose}>
      {children !== undefined && <div className={classes['fields']}>{children}</div>}
      {made.error !== null ? (
        <>
          <Refused error={made.error} again={() => void made.refetch()} />
          <Buttons onClose={onClose} />
        </>
      ) : made.data === undefined || asked !== wanted ? (
        <>
          {wanted === '' ? <p className={classes['hint']}>{words.missing}</p> : <PlanSkeleton />}
          <Buttons onClose={onClose} />
        </>
      ) : (
        <PlanOf
          key={made.data.id}
          planId={made.data.id}
          action={action}
          isDangerous={isDangerous}
          again={() => void made.refetch()}
          onDone={onDone}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type Planned = Pick<PlannedChange, 'action' | 'isDangerous' | 'onDone' | 'onClose'> & {
  again: () => void
}

function PlanOf({ planId, ...planned }: Planned & { planId: string }) {
  const { data: plan, error, refetch } = usePlan(planId)
  if (plan !== undefined) return <ReadPlan plan={plan} {...planned} />
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
  onClose,
}: Planned & { plan: PlanRecord }) {
  const { id, totals, rulesets, failure } = plan
  const params = { path: { plan: id } }
  const apply = useLongChange(
    () => muster.send('post', '/policy/plans/{plan}/apply', { of: plan, params }),
    applyKey(id),
  )
  return (
    <div className={classes['planned']}>
      <Limits plan={plan} />
      <SecondApproval plan={plan} />
      <Findings plan={plan} />
      {totals !== null ? (
        <Effect totals={totals} rulesets={rulesets} />
      ) : failure === null ? (
        <PlanSkeleton />
      ) : (
        <p role="alert">{failure}</p>
      )}
      {totals !== null && totals.people > 0 && (
        <p>
          <Link to="/plans/$plan" params={{ plan: id }} className={classes['link']}>
            {words.open}
          </Link>
        </p>
      )}
      {apply.error !== null && <Refused error={apply.error} again={again} />}
      <Buttons onClose={onClose}>
        <Can record={plan} action="apply">
          <Button
            variant="filled"
            color={isDangerous === true ? 'red' : 'indigo'}
            loading={apply.isPending}
            onClick={() => apply.mutate(undefined, { onSuccess: onDone })}
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
      <ChangeError error={error} again={{ action: words.effect, run: again }} />
      {!(error instanceof Conflict) && mayPassNextTime(error) && (
        <Button onClick={again}>{words.again}</Button>
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
      <Button onClick={onClose}>{text.cancel}</Button>
      {children}
    </Group>
  )
}
