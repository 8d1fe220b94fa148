import { holds } from '../../access/rights.ts'
import type { ReadContext } from '../../http/route/route.ts'
import {
  findApprovals,
  isThemselves,
  lacksSecond,
  requiresSecond,
  toApprove,
  type Approval,
} from '../limits/second-approval.ts'
import { selectPlans, type PlanRow } from './queries.ts'
import { isAuthor } from './visible-plans.ts'

type Deciding = Pick<ReadContext, 'db' | 'caller'>

export type SecondDecision = { approvals: Approval[]; isApprovable: boolean; needsAnother: boolean }

/** What the caller may decide of a ready plan that takes two people. */
export async function findSecondDecision(
  { db, caller }: Deciding,
  plan: PlanRow,
): Promise<SecondDecision> {
  const approvals = await findApprovals(db, plan.id)
  const isApprovable =
    isThemselves(caller) &&
    toApprove.every((permission) => holds(caller, permission)) &&
    !approvals.some(({ userId }) => userId === caller.id)
  return {
    approvals,
    isApprovable,
    needsAnother: await lacksSecond(db, plan, { caller, approvals }),
  }
}

/** Whether the caller may decide a plan, and the people (uuids) whose decision is made or not enough. */
export type PlanDecision = { mayDecide: boolean; except: string[] }

/** Who may decide each of these ready plans beyond a limit (uuids). Where it takes two people, someone other than the author does. */
export async function findPlanDecisions(
  context: Deciding,
  ids: readonly string[],
): Promise<Map<string, PlanDecision>> {
  const { db, caller } = context
  const mayApprove = toApprove.every((permission) => holds(caller, permission))
  const found = new Map<string, PlanDecision>()
  for (const plan of await selectPlans(db, ids)) {
    if (await requiresSecond(db, plan)) {
      const { approvals, isApprovable, needsAnother } = await findSecondDecision(context, plan)
      const author = plan.author_type === 'user' && plan.author_id !== null ? [plan.author_id] : []
      found.set(plan.id, {
        mayDecide: (isApprovable && !isAuthor(context, plan)) || (mayApprove && !needsAnother),
        except: [...author, ...approvals.map(({ userId }) => userId)],
      })
    } else found.set(plan.id, { mayDecide: mayApprove, except: [] })
  }
  return found
}
