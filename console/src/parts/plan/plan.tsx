import { Link } from '@tanstack/react-router'
import { ErrorState } from '../error-state.tsx'
import { ApplyButton } from './apply-button.tsx'
import { Effect } from './effect.tsx'
import { Findings, Limits } from './notices.tsx'
import { PlanSkeleton } from './plan-skeleton.tsx'
import { SecondApproval } from './second-approval.tsx'
import { text } from './text.ts'
import type { PlanRecord } from './types.ts'
import { usePlan } from './use-plan.ts'
import classes from './plan.module.css'

type Properties = {
  planId: string
  /** Called once the plan was applied, or a job began to apply it. */
  onApplied?: () => void
  /** The page has a button to apply it already. */
  isWithoutButton?: boolean
}

/**
 * A plan: what is odd, what exceeds a limit and who may apply it, the effect in numbers, by resource and by person, and the
 * button that applies it. Keeps search and filters of the people in the address (`search`, `kind`, `ruleset`).
 */
export function Plan({ planId, onApplied, isWithoutButton = false }: Properties) {
  const { data: plan, error, refetch } = usePlan(planId)
  if (plan === undefined)
    return error === null ? (
      <PlanSkeleton />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  const { totals, rulesets, state } = plan
  return (
    <div className={classes['plan']}>
      <StateLine plan={plan} />
      <Limits plan={plan} />
      <SecondApproval plan={plan} />
      <Findings plan={plan} />
      {!isWithoutButton && state === 'ready' && (
        <div className={classes['actions']}>
          <ApplyButton plan={plan} onApplied={onApplied} />
        </div>
      )}
      {totals !== null && <Effect totals={totals} rulesets={rulesets} source={{ plan: plan.id }} />}
      {state === 'planning' && <PlanSkeleton />}
    </div>
  )
}

/** What state it is in, where that is not simply ready. */
function StateLine({ plan }: { plan: PlanRecord }) {
  const { state, failure, replaced_by_id: next, progress } = plan
  if (state === 'ready') return null
  return (
    <div
      className={classes['notice']}
      data-tone={state === 'failed' || state === 'stale' ? 'red' : 'blue'}
      role="status"
    >
      <div>
        <p className={classes['noticeTitle']}>{text.states[state]}</p>
        {failure !== null && <p>{failure}</p>}
        {state === 'applying' && progress.rows_total !== null && (
          <p>{text.rowsDone(progress.rows_done, progress.rows_total)}</p>
        )}
        {next !== null && (
          <Link to="/plans/$plan" params={{ plan: next }} className={classes['link']}>
            {text.newPlan}
          </Link>
        )}
      </div>
    </div>
  )
}
