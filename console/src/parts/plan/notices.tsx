import { Button } from '@mantine/core'
import { muster, writeOf } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { can, Can } from '../can.tsx'
import { ChangeError } from '../change-error.tsx'
import { Notice } from '../notice.tsx'
import { Few } from './few.tsx'
import { limitWords, text } from './text.ts'
import type { PlanRecord } from './types.ts'
import { usePlan } from './use-plan.ts'

/** The limits that a plan exceeds, and who may apply it. */
export function Limits({ plan }: { plan: PlanRecord }) {
  const { exceeds, state } = plan
  if (exceeds.length === 0) return null
  return (
    <Notice tone="warning" title={text.limits}>
      <Few lines={exceeds.map((each) => limitWords(each, nameOf(plan, each.ruleset_id) ?? null))} />
      {state === 'ready' && <p>{can(plan, 'apply') ? text.youMay : text.approver}</p>}
    </Notice>
  )
}

/** What is odd about the rules of a plan. */
export function PlanFindings({ plan }: { plan: PlanRecord }) {
  const { findings } = plan
  if (findings.length === 0) return null
  const sentences = Map.groupBy(findings, ({ ruleset_id: id, message }) => {
    const name = nameOf(plan, id)
    return name === undefined ? message : `${name}: ${message}`
  })
  const lines = [...sentences].map(([sentence, those]) =>
    those.length === 1 ? sentence : `${sentence} ${text.rules(those.length)}`,
  )
  return (
    <Notice tone="news" title={text.findings(findings.length)}>
      <Few lines={lines} />
    </Notice>
  )
}

function nameOf({ rulesets }: PlanRecord, id: string | null): string | undefined {
  return rulesets.find(({ ruleset_id }) => id !== null && ruleset_id === id)?.name
}

/** Who has to approve a plan before someone else applies it, and the button for the second person. */
export function SecondApproval({ plan }: { plan: PlanRecord }) {
  const { approvals, needs_approval_by_another: isNeeded } = plan
  const approve = useChange(() =>
    muster.post('/policy/plans/{plan}/approve', writeOf('plan', plan)),
  )
  if (!isNeeded && approvals.length === 0 && !can(plan, 'approve')) return null
  return (
    <Notice tone="warning" title={isNeeded ? text.needsAnother : text.isApproved}>
      <p>
        {text.approvedBy(approvals.length)} {isNeeded && text.whoCounts}
      </p>
      {approve.error !== null && <ChangeError error={approve.error} />}
      <Can record={plan} action="approve">
        <Button mt="xs" loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
          {text.approve}
        </Button>
      </Can>
    </Notice>
  )
}

/** {@link SecondApproval} of a plan that is shown elsewhere. */
export function SecondApprovalOf({ planId }: { planId: string }) {
  const { data: plan } = usePlan(planId)
  return plan === undefined ? null : <SecondApproval plan={plan} />
}
