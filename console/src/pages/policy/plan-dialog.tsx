import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDebouncedValue } from '@mantine/hooks'
import type { MusterError } from 'muster-sdk'
import { type ReactNode } from 'react'
import { muster } from '../../api/muster.ts'
import { useLongChange } from '../../api/use-long-change.ts'
import { Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Effect } from '../../parts/plan/effect.tsx'
import { Findings, Limits } from '../../parts/plan/notices.tsx'
import { PlanSkeleton } from '../../parts/plan/plan-skeleton.tsx'
import { usePlan } from '../../parts/plan/use-plan.ts'
import { text } from './text.ts'
import classes from './policy.module.css'

const { plan: words } = text
const pauseMilliseconds = 400

export type Operations = NonNullable<
  Parameters<typeof muster.post<'/policy/plans'>>[1]
>['body'] extends infer Body
  ? Body extends { operations?: infer List }
    ? NonNullable<List>
    : never
  : never

/**
 * Shows what a change of the policy would do before it is carried out: the effect is a plan, and the button applies
 * that plan, so what was shown is what happens.
 */
export function PlanDialog({
  operations,
  ...dialog
}: PlannedChange & {
  /** Null while something is missing in the fields above. */
  operations: Operations | null
}) {
  return (
    <PlanningDialog
      {...dialog}
      wanted={operations === null ? '' : JSON.stringify(operations)}
      plan={(asked) => {
        const operations: Operations = JSON.parse(asked)
        return muster.post('/policy/plans', { body: { operations } })
      }}
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
  plan: (asked: string) => Promise<{ id: string }>
}) {
  const [asked] = useDebouncedValue(wanted, pauseMilliseconds)
  const made = useQuery({
    queryKey: ['plan of', asked],
    enabled: asked !== '',
    // Not made again after a change: the plan that was applied would be refused.
    staleTime: 'static',
    gcTime: 0,
    queryFn: () => plan(asked),
  })
  return (
    <Dialog title={title} size={620} onClose={onClose}>
      {children !== undefined && <div className={classes['fields']}>{children}</div>}
      {made.error !== null ? (
        <>
          <ChangeError error={made.error} />
          <Buttons onClose={onClose} />
        </>
      ) : made.data === undefined || asked !== wanted ? (
        <>
          {wanted === '' ? <p className={classes['hint']}>{words.missing}</p> : <PlanSkeleton />}
          <Buttons onClose={onClose} />
        </>
      ) : (
        <Planned
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

function Planned({
  planId,
  action,
  isDangerous,
  again,
  onDone,
  onClose,
}: {
  planId: string
  action: string
  isDangerous: boolean
  again: () => void
  onDone: () => void
  onClose: () => void
}) {
  const { data: plan } = usePlan(planId)
  const apply = useLongChange(() =>
    muster.send('post', '/policy/plans/{plan}/apply', { params: { path: { plan: planId } } }),
  )
  if (plan === undefined) return <PlanSkeleton />
  const { totals, rulesets, failure } = plan
  return (
    <div className={classes['planned']}>
      <Limits plan={plan} />
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
          <Link to="/plans/$plan" params={{ plan: planId }} className={classes['link']}>
            {words.open}
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
            onClick={() => apply.mutate(undefined, { onSuccess: onDone })}
          >
            {action}
          </Button>
        </Can>
      </Buttons>
    </div>
  )
}

function Refused({ error, again }: { error: MusterError; again: () => void }) {
  return (
    <>
      <ChangeError error={error} />
      {error.status === 409 && <Button onClick={again}>{words.again}</Button>}
    </>
  )
}

function Buttons({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <Group justify="flex-end" mt="lg">
      <Button onClick={onClose}>{text.cancel}</Button>
      {children}
    </Group>
  )
}
