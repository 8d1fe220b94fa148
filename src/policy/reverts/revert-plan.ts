import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import { conflict } from '../../http/refusals/problem.ts'
import { Restart, type Viewer, writeRoute } from '../../http/route/route.ts'
import { stateOf } from '../plans/answer-plan.ts'
import { keepMade } from '../plans/keep-made.ts'
import type { NotReverted } from '../plans/not-reverted.ts'
import { findPlan, type PlanRow } from '../plans/queries.ts'
import { isReverted } from '../plans/require-not-reverted.ts'
import { DescribedPlan } from '../plans/schema.ts'
import { requireVisible } from '../plans/visible-plans.ts'
import { mayViewRuleset } from '../rights/visible-ruleset.ts'
import { planSteps } from './plan-steps.ts'
import { undoPlan } from './undo-plan.ts'
import { selectWork } from './written.ts'

export const revertPlan = writeRoute({
  id: 'revertPlan',
  method: 'POST',
  url: '/policy/plans/:plan/revert',
  summary: 'Plan to undo a plan',
  description:
    'Makes the plan that undoes what an applied plan did, and changes nothing: applying it does, and needs what each operation needs. A rule that was put in force is ' +
    'deactivated, and one that was ended or replaced comes back as a copy; fields get their former values; attributes and dimensions that were made are deactivated. ' +
    'People who left by the plan get a new stay, whose `former_id` names the one that ended. `not_reverted` lists what stays as it is, with the reason: what was changed since, ' +
    'and what is never taken back, such as facts, ended secrets and merged attributes. 409 where nothing can be undone, or it is undone already. Needs the right to read the plan, and what its inverse names and shows.',
  access: { row: 'policy.rule.view' },
  cost: 20,
  params: { plan: 'plan' },
  isVersioned: true,
  isDryRun: true,
  accepted: DescribedPlan,
  status: 201,
  response: DescribedPlan,
  handler: async (context) => {
    const { db, now, params } = context
    const plan = await requireVisible(context, params.plan, await findPlan(db, params.plan))
    requireApplied(plan, now)
    const work = await selectWork(db, plan.id)
    if (work === undefined)
      throw conflict('What the plan did is in an archive of the audit log: undo it by hand.')
    const { steps, left } = await undoPlan(db, work, now)
    const { plan: found, refused, isCutOff } = await planSteps(context, steps)
    const notReverted = [...left, ...refused]
    if (found === undefined) {
      const what = isCutOff === true ? tooMuchRefused : 'Nothing of the plan can be undone.'
      throw notUndone(context, what, notReverted)
    }
    const { operations, planned } = found
    const reverts = { planId: plan.id, left: notReverted }
    const description = descriptionOf(plan)
    return new Restart((again) => keepMade(again, { description, operations, reverts }, planned))
  },
})

function requireApplied(plan: PlanRow, now: Date): void {
  if (plan.author_type === 'system')
    throw conflict('The plan is of an incident: facts that were accepted are not taken back.')
  const state = stateOf(plan, now)
  if (state !== 'applied')
    throw conflict(`The plan is ${state}: only what was applied can be undone.`)
  if (plan.reverted_by_id !== null) throw isReverted(plan.id, plan.reverted_by_id)
}

const shownReasons = 3
const tooMuchRefused = 'Too much of what would undo the plan is refused now: undo it by hand.'

/** With the reasons in rulesets that the caller may see. */
function notUndone(context: Pick<Viewer, 'may'>, what: string, left: readonly NotReverted[]) {
  if (left.length === 0) return conflict(`${what} It changed nothing of the policy.`)
  const visible = left.filter(
    ({ rulesetId }) => rulesetId === null || mayViewRuleset(context, rulesetId),
  )
  const reasons = new Set(visible.map(({ event, reason }) => `${event}: ${reason}`))
  return conflict([what, ...[...reasons].slice(0, shownReasons)].join(' '))
}

function descriptionOf({ id, description }: PlanRow): string {
  return clip(`Undo: ${description ?? encodeId('plan', id)}`, 990)
}
