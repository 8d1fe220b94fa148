import { useParams } from '@tanstack/react-router'
import { useApi } from '../../api/use-api.ts'
import { muster, writeOf } from '../../api/muster.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { Plan } from '../../parts/plan/plan.tsx'
import { text as planText } from '../../parts/plan/text.ts'
import type { PlanRecord } from '../../parts/plan/types.ts'
import { Undo } from '../../parts/plan/undo.tsx'
import { usePlan } from '../../parts/plan/use-plan.ts'
import { Id } from '../../parts/id.tsx'
import { Crumb, Page } from '../../parts/page.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { operationWords } from './operation-words.ts'
import { text } from './text.ts'

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
      action={plan?.state === 'ready' ? <Apply plan={plan} /> : <Undo plan={plan} />}
    >
      <div className="column gap-16">
        {plan !== undefined && plan.operations.length > 1 && <Operations plan={plan} />}
        <Plan planId={planId} />
      </div>
    </Page>
  )
}

function Apply({ plan }: { plan: PlanRecord }) {
  const { totals } = plan
  const isNothing = totals === null || totals.people === 0
  return (
    <ConfirmButton
      of={plan}
      can="apply"
      label={planText.apply}
      title={planText.applyTitle}
      isPrimary
      isDangerous={(totals?.removed ?? 0) > 0}
      run={() => muster.post('/policy/plans/{plan}/apply', writeOf('plan', plan))}
    >
      <p>{isNothing ? planText.noEffectWhy : planText.consequence(totals)}</p>
      <p>{planText.isExact}</p>
    </ConfirmButton>
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
    <span className="inline">
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
      <span key={key} className="anywhere">
        {key.replaceAll('_', ' ')} <code>{value}</code>
      </span>
    ),
  )
}

/** A rule as its description, which its conditions give; its id until that is known. */
function RuleName({ rule }: { rule: string }) {
  const { data } = useApi('/policy/rules/{rule}', { params: { path: { rule } } })
  return (
    <span className="anywhere">
      {data === undefined ? <code>{rule}</code> : `“${data.description ?? data.role_name}”`}
    </span>
  )
}

const few = 20

function Operations({ plan: { operations } }: { plan: PlanRecord }) {
  return (
    <section>
      <h2 className="heading mb-4">{text.operations}</h2>
      <ol className="lines">
        {operations.slice(0, few).map((operation, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order is all that tells them apart
          <li key={index} className="inline">
            {operationWords(operation).verb} <Details operation={operation} />
          </li>
        ))}
      </ol>
      {operations.length > few && <p>{text.more(operations.length - few)}</p>}
    </section>
  )
}
