import { Link } from '@tanstack/react-router'
import { ErrorState } from '../error-state.tsx'
import { Notice } from '../notice.tsx'
import { Effect } from './effect.tsx'
import { Limits, PlanFindings, SecondApproval } from './notices.tsx'
import { Reverts } from './reverts.tsx'
import { PlanSkeleton } from './numbers.tsx'
import { text } from './text.ts'
import type { PlanRecord } from './types.ts'
import { usePlan } from './use-plan.ts'

/**
 * A plan: what is odd, what exceeds a limit and who may apply it, the effect in numbers, by resource and by person. Keeps
 * search and filters of the people in the address (`search`, `kind`, `ruleset`).
 */
export function Plan({ planId }: { planId: string }) {
  const { data: plan, error, refetch } = usePlan(planId)
  if (plan !== undefined) return <PlanView plan={plan} hasPeople />
  return error === null ? (
    <PlanSkeleton />
  ) : (
    <ErrorState error={error} retry={() => void refetch()} />
  )
}

/** A plan that was read, with its people or without them. */
export function PlanView({ plan, hasPeople = false }: { plan: PlanRecord; hasPeople?: boolean }) {
  const { id, totals, rulesets, state } = plan
  return (
    <div className="column gap-16">
      <StateLine plan={plan} />
      <Reverts plan={plan} />
      <Limits plan={plan} />
      <SecondApproval plan={plan} />
      <PlanFindings plan={plan} />
      {totals !== null && (
        <Effect totals={totals} rulesets={rulesets} {...(hasPeople && { source: { plan: id } })} />
      )}
      {totals === null && state === 'planning' && <PlanSkeleton />}
    </div>
  )
}

/** What state it is in, where that is not simply ready. */
function StateLine({ plan }: { plan: PlanRecord }) {
  const { state, failure, replaced_by_id: next, progress } = plan
  if (state === 'ready') return null
  return (
    <div role="status">
      <Notice
        tone={state === 'failed' || state === 'stale' ? 'error' : 'news'}
        title={text.states[state]}
      >
        {failure !== null && <p>{failure}</p>}
        {state === 'applying' && progress.rows_total !== null && (
          <p>{text.rowsDone(progress.rows_done, progress.rows_total)}</p>
        )}
        {next !== null && (
          <Link to="/plans/$plan" params={{ plan: next }}>
            {text.newPlan}
          </Link>
        )}
      </Notice>
    </div>
  )
}
