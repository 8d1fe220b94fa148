import { sql } from 'kysely'
import { record } from '../../audit/record.ts'
import { isPermission } from '../../contract/permissions.ts'
import { lacking } from '../../http/callers/authorise.ts'
import { conflict, forbidden, Problem } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { answerPlan, stateOf } from './answer-plan.ts'
import { collectMissing } from './collect-missing.ts'
import { lockPlan, type PlanRow } from './queries.ts'
import { DescribedPlan } from './schema.ts'
import { isThemselves, requiresSecond, toApprove } from '../limits/second-approval.ts'
import { requireVisible } from './visible-plans.ts'

export const approvePlan = writeRoute({
  id: 'approvePlan',
  method: 'POST',
  url: '/policy/plans/:plan/approve',
  summary: 'Approve a plan for another person to apply',
  description:
    'Where `requires_second_approval` is set, a plan beyond a limit, and an incident by its `effect.plan_id`, is applied only after a person other than the one who applies it has approved ' +
    'what it shows. A service can’t. A person does not count if the first person, or the plan’s author, created or restored them, or gave them the right, within 30 days. ' +
    'A plan with another effect is another plan, without approvals. 409 for a plan that takes no approval. Needs `policy.change.approve`, and the right to read everything in the plan.',
  access: { row: 'policy.change.approve' },
  params: { plan: 'plan' },
  isVersioned: true,
  response: DescribedPlan,
  handler: async (context) => {
    const { tx, caller, params } = context
    const found = await lockPlan(tx, params.plan)
    const plan = await requireVisible(context, params.plan, found).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 403) throw error
      const others = toApprove.filter((permission) => !context.may(permission))
      throw lacking(caller, [...error.missing.filter(isPermission), ...others])
    })
    const { ask, refuseMissing } = collectMissing(context)
    for (const permission of toApprove) await ask(permission)
    refuseMissing()
    if (!isThemselves(caller))
      throw forbidden(
        'policy.change.approve',
        'Only a person who signed in as themselves can approve a plan, and no service.',
      )
    context.requireVersion(plan.version)
    await requireApprovable(context, plan)
    await approve(context, plan)
    return answerPlan(context, plan.id)
  },
})

async function requireApprovable({ tx, now }: WriteContext, plan: PlanRow): Promise<void> {
  const state = stateOf(plan, now)
  if (state !== 'ready') throw conflict(`The plan is ${state}, and takes no approval.`)
  const isBeyond = plan.exceeds.length > 0 || plan.author_type === 'system'
  if (!isBeyond || !(await requiresSecond(tx, plan)))
    throw conflict('The plan takes no approval: it can be applied by one person.')
}

/** To approve it again changes nothing. */
async function approve({ tx, actor, caller }: WriteContext, { id }: PlanRow): Promise<void> {
  const { rows } = await sql<{ approvals: number }>`
    insert into plan_approval (plan_id, workspace_user_id, digest)
    select id, ${caller.id}, digest from plan where id = ${id}
    on conflict do nothing
    returning (select count(*)::integer from plan_approval where plan_id = ${id}) as approvals`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) return
  const changes = { approvals: { old: row.approvals || null, new: row.approvals + 1 } }
  await record(tx, actor, [{ event: 'policy.plan.approve', record: { kind: 'plan', id }, changes }])
}
