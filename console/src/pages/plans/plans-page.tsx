import { Link } from '@tanstack/react-router'
import { useSummary } from '../../api/use-summary.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Page } from '../../parts/page.tsx'
import { text as planText } from '../../parts/plan/text.ts'
import { countOf, type PlanRecord } from '../../parts/plan/types.ts'
import { usePlan } from '../../parts/plan/use-plan.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { titleOf } from './plan-page.tsx'
import { text } from './text.ts'
import classes from './plans.module.css'

/** The plans that wait for a decision. The API lists no others. */
export function PlansPage() {
  const { data, error, refetch } = useSummary()
  const plans = data?.decisions.plans
  return (
    <Page title={text.title} subtitle={text.waiting}>
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {plans === null && <EmptyState title={text.hidden} />}
      {plans?.count === 0 && <EmptyState title={text.none}>{text.noneWhy}</EmptyState>}
      {plans != null && plans.count > 0 && (
        <>
          <ul className={classes['list']}>
            {plans.plan_ids.map((id) => (
              <li key={id}>
                <PlanRow planId={id} />
              </li>
            ))}
          </ul>
          {plans.count > plans.plan_ids.length && (
            <p className={classes['note']}>
              {text.newest(plans.plan_ids.length, `${plans.count}${plans.is_capped ? '+' : ''}`)}
            </p>
          )}
        </>
      )}
    </Page>
  )
}

const fewNames = 3

/** The resources that a plan moves, by name. */
function namesOf({ rulesets }: PlanRecord): string {
  const names = [...new Set(rulesets.map(({ name }) => name))]
  const more = names.length - fewNames
  return `${names.slice(0, fewNames).join(', ')}${more > 0 ? ` ${text.moreNames(more)}` : ''}`
}

function PlanRow({ planId }: { planId: string }) {
  const { data: plan } = usePlan(planId)
  return (
    <Link to="/plans/$plan" params={{ plan: planId }} className={classes['row']}>
      {plan !== undefined && (
        <>
          <span className={classes['name']}>
            {titleOf(plan)}
            <span className={classes['where']}>{namesOf(plan)}</span>
          </span>
          {plan.totals !== null && (
            <span className={classes['numbers']}>
              {planText.people(plan.totals.people)}: +{plan.totals.added.toLocaleString('en')} −
              {plan.totals.removed.toLocaleString('en')} ~
              {countOf(plan.totals, 'changed').toLocaleString('en')}
            </span>
          )}
          <StateBadge state={plan.state} />
          <Time at={plan.timestamp.created_at} />
        </>
      )}
    </Link>
  )
}
