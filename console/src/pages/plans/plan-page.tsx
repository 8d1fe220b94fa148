import { useParams } from '@tanstack/react-router'
import { useApi } from '../../api/use-api.ts'
import { ApplyButton } from '../../parts/plan/apply-button.tsx'
import { Plan } from '../../parts/plan/plan.tsx'
import type { PlanRecord } from '../../parts/plan/types.ts'
import { usePlan } from '../../parts/plan/use-plan.ts'
import { Id } from '../../parts/id.tsx'
import { Crumb, Page } from '../../parts/page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { operationWords } from './operation-words.ts'
import { text } from './text.ts'
import classes from './plans.module.css'

/** One plan: what it does, and its effect. */
export function PlanPage() {
  const { plan: planId } = useParams({ from: '/plans/$plan' })
  const { data: plan } = usePlan(planId)
  return (
    <Page
      title={plan === undefined ? text.plan : titleOf(plan)}
      crumbs={<Crumb to="/plans">{text.title}</Crumb>}
      state={plan !== undefined && <StateBadge state={plan.state} />}
      subtitle={plan === undefined ? '\u00a0' : <Subtitle plan={plan} />}
      action={plan?.state === 'ready' && <ApplyButton plan={plan} />}
    >
      <div className={classes['plan']}>
        {plan !== undefined && plan.operations.length > 1 && <Operations plan={plan} />}
        <Plan planId={planId} isWithoutButton />
      </div>
    </Page>
  )
}

function titleOf({ description, operations }: PlanRecord): string {
  if (description !== null && description !== '') return description
  const [first] = operations
  return first === undefined ? text.plan : operationWords(first).verb
}

function Subtitle({ plan: { id, timestamp, operations, state } }: { plan: PlanRecord }) {
  const [first] = operations
  return (
    <span className={classes['subtitle']}>
      {first !== undefined && operations.length === 1 && <Details operation={first} />}
      <span>
        {text.created} <Time at={timestamp.created_at} />
      </span>
      {state === 'ready' && (
        <span>
          {text.lasts} <Time at={timestamp.expires_at} />
        </span>
      )}
      <Id value={id} />
    </span>
  )
}

function Details({ operation }: { operation: object }) {
  return operationWords(operation).details.map(([key, value]) =>
    key === 'rule_id' ? (
      <RuleName key={key} rule={value} />
    ) : (
      <span key={key} className={classes['detail']}>
        {key.replaceAll('_', ' ')} <code>{value}</code>
      </span>
    ),
  )
}

/** A rule as its description, which its conditions give; its id until that is known. */
function RuleName({ rule }: { rule: string }) {
  const { data } = useApi('/policy/rules/{rule}', { params: { path: { rule } } })
  return (
    <span className={classes['detail']}>
      {data === undefined ? <code>{rule}</code> : `“${data.description ?? data.role_name}”`}
    </span>
  )
}

const few = 20

function Operations({ plan: { operations } }: { plan: PlanRecord }) {
  return (
    <section>
      <h2 className={classes['heading']}>{text.operations}</h2>
      <ol className={classes['operations']}>
        {operations.slice(0, few).map((operation, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order is all that tells them apart
          <li key={index}>
            {operationWords(operation).verb} <Details operation={operation} />
          </li>
        ))}
      </ol>
      {operations.length > few && <p>{text.more(operations.length - few)}</p>}
    </section>
  )
}
