import { Button } from '@mantine/core'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { can, Can } from '../can.tsx'
import { ChangeError } from '../change-error.tsx'
import { Icon } from '../icon.tsx'
import { text } from './text.ts'
import type { PlanRecord } from './types.ts'
import { usePlan } from './use-plan.ts'
import classes from './plan.module.css'

/** Who has to approve a plan before someone else applies it, and the button for the second person. */
export function SecondApproval({ plan }: { plan: PlanRecord }) {
  const { approvals, needs_approval_by_another: isNeeded } = plan
  const approve = useChange(() =>
    muster.post('/policy/plans/{plan}/approve', {
      of: plan,
      params: { path: { plan: plan.id } },
    }),
  )
  if (!isNeeded && approvals.length === 0 && !can(plan, 'approve')) return null
  return (
    <div className={classes['notice']} data-tone="amber">
      <Icon name="warning" />
      <div>
        <p className={classes['noticeTitle']}>{isNeeded ? text.needsAnother : text.isApproved}</p>
        <p className={classes['soft']}>
          {text.approvedBy(approvals.length)} {isNeeded && text.whoCounts}
        </p>
        {approve.error !== null && <ChangeError error={approve.error} />}
        <Can record={plan} action="approve">
          <Button loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
            {text.approve}
          </Button>
        </Can>
      </div>
    </div>
  )
}

/** {@link SecondApproval} of a plan that is shown elsewhere. */
export function SecondApprovalOf({ planId }: { planId: string }) {
  const { data: plan } = usePlan(planId)
  return plan === undefined ? null : <SecondApproval plan={plan} />
}
