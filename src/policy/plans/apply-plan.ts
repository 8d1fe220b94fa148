import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import { isFresh, requireFreshSignIn } from '../../http/callers/fresh-sign-in.ts'
import { conflict, forbidden, Problem } from '../../http/refusals/problem.ts'
import { type Outcome, Restart, type WriteContext, writeRoute } from '../../http/route/route.ts'
import { requireToApply } from './abilities.ts'
import { answerPlan } from './answer-plan.ts'
import { carryOut, Stale } from './carry-out.ts'
import { Stopped } from '../limits/stopped.ts'
import { explainLimits } from './explain-limits.ts'
import { acceptPlan, applierOf } from './leave-to-job.ts'
import { lockPlan, type PlanRow, storedOperations } from './queries.ts'
import { planPossibleOperations, refusedOperations } from './plan-possible-operations.ts'
import { replacePlan } from './replace-plan.ts'
import { isStale, requireReady } from './require-ready.ts'
import { DescribedPlan } from './schema.ts'
import { requireVisible } from './visible-plans.ts'
import { stepPlan } from './write-plans.ts'

export const applyPlan = writeRoute({
  id: 'applyPlan',
  method: 'POST',
  url: '/policy/plans/:plan/apply',
  summary: 'Apply a plan',
  description:
    'Does what the plan showed, or nothing: its effect is worked out again, and if it is now another one, the response is 409 ' +
    'and `replaced_by_id` of the plan names a new one that shows it. If an operation has become impossible, the answer is 409 too: the new plan shows the others, if they can be done; else the plan has failed. Needs what each operation needs; a caller who holds ' +
    '`policy.change.approve` passes the limits. A change of very many stays is done by a job: 202.',
  access: { row: 'policy.rule.view' },
  cost: 20,
  params: { plan: 'plan' },
  isVersioned: true,
  accepted: DescribedPlan,
  response: DescribedPlan,
  handler: async (context) => {
    const { plan: id } = context.params
    const plan = await requireVisible(context, id, await lockPlan(context.tx, id))
    await requireToApply(context, plan)
    requireReady(plan, context.now)
    if (plan.exceeds.length > 0 && mayApprove(context)) requireFreshSignIn(context)
    context.requireVersion(plan.version)
    const done = await carryOut(approving(context), plan).catch(impossibleOperation)
    if (done instanceof Problem) return new Restart((again) => refuseImpossible(again, id, done))
    if (done instanceof Stale) return new Restart((again) => refuseStale(again, id, done))
    if (done instanceof Stopped) return restartFor(context, id, done)
    await stepPlan(context.tx, context.actor, plan, { to: 'applied' })
    return answerPlan(context, id)
  },
})

const mayApprove = (context: WriteContext) => context.may('policy.change.approve')

/**
 * A plan passes the limits if its caller has `policy.change.approve`, and signed in lately. If-Match is about the plan, not about
 * the records of its operations.
 */
function approving<P extends WriteContext>(context: P) {
  // The caller is loaded again under the lock, so that a right that was just revoked no longer counts.
  const passesLimits = () => mayApprove(context) && isFresh(context)
  return { ...context, passesLimits, requireVersion: () => {} }
}

/** The refusal of an operation, or of files; rethrows any other error. */
function impossibleOperation(error: unknown): Problem {
  if (error instanceof Problem && (refusedOperations(error) !== null || isOfFiles(error)))
    return error
  throw error
}

function isOfFiles({ status, errors = {} }: Problem): boolean {
  return status === 422 && Object.keys(errors).some((field) => field.startsWith('files.'))
}

async function restartFor(
  context: WriteContext,
  id: string,
  { reason }: Stopped,
): Promise<Restart> {
  if (reason.kind !== 'limits') return new Restart((again) => leave(again, id))
  if (mayApprove(context)) requireFreshSignIn(context)
  const why = await explainLimits(context, reason.exceeded)
  throw forbidden('policy.change.approve', `The plan exceeds a limit. ${why}`)
}

/**
 * 409 for a plan with an operation that has become impossible. A new plan shows what the others would do, if they
 * are possible.
 */
async function refuseImpossible(
  context: WriteContext,
  id: string,
  problem: Problem,
): Promise<Outcome> {
  const plan = await relock(context, id)
  const { tx, actor } = context
  const isAuthor = actor.type === plan.author_type && actor.id === plan.author_id
  // Files are read as their reader sees the policy. Someone who sees less than the author can't say that they are impossible.
  if (isOfFiles(problem) && !isAuthor)
    return {
      refusal: conflict(
        `The files of the plan can't be applied with your permissions, or have become impossible: ${problem.message}.`,
      ),
    }
  const operations = await storedOperations(tx, id)
  const possible = await planPossibleOperations(approving(context), operations)
  const why = `An operation of the plan has become impossible: ${problem.message}.`
  if (possible === null) {
    await stepPlan(tx, actor, plan, { to: 'failed', failure: clip(why, 1900) })
    return { refusal: conflict(`${why} Plan again.`) }
  }
  const newId = await replacePlan(tx, actor, plan, possible)
  return { refusal: conflict(`${why} ${encodeId('plan', newId)} shows the others.`) }
}

async function refuseStale(context: WriteContext, id: string, stale: Stale): Promise<Outcome> {
  const plan = await relock(context, id)
  return { refusal: isStale(await replacePlan(context.tx, context.actor, plan, stale.planned)) }
}

async function leave(context: WriteContext, id: string): Promise<Outcome> {
  const plan = await relock(context, id)
  const applier = applierOf(context)
  await stepPlan(context.tx, context.actor, plan, { to: 'applying', applier })
  return acceptPlan(context, id)
}

/** Locks the plan again: another request may have advanced it between the two transactions. */
async function relock(context: WriteContext, id: string): Promise<PlanRow> {
  const plan = await requireVisible(context, id, await lockPlan(context.tx, id))
  requireReady(plan, context.now)
  return plan
}
