import type { Transaction } from '../../database/database.ts'
import { isFresh } from '../../http/callers/fresh-sign-in.ts'
import { type Outcome, Restart, type WriteContext } from '../../http/route/route.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { answerPlan, planUrl } from './answer-plan.ts'
import { insertRunning, type Applier, type DeferredChange } from './write-plans.ts'

/**
 * The task of the jobs that work on plans; each is about a plan that is `planning` or `applying`. The stored word says
 * less than they do, and stays: jobs that wait are found by it.
 */
export const workOnPlanJob = 'apply_plan'

/** Leaves to a job what moves too much for a request: 202 with the plan that shows the progress. */
export function leaveToJob(work: DeferredChange): Restart {
  return new Restart(async (context) => {
    const running = { ...work, applier: applierOf(context) }
    return acceptPlan(context, await insertRunning(context.tx, context.actor, running))
  })
}

/** Leaves a plan that is `planning` or `applying` to a job, and says where it is found. */
export async function acceptPlan(context: WriteContext, id: string): Promise<Outcome> {
  await enqueuePlan(context.tx, id)
  context.location(planUrl(context, id))
  return { accepted: await answerPlan(context, id) }
}

/** Leaves a plan that is `planning` or `applying` to a job. */
export async function enqueuePlan(tx: Transaction, id: string): Promise<void> {
  await enqueue(tx, { task: workOnPlanJob, subjectId: id })
}

/** The caller, as the principal that a job acts for. */
export function applierOf(context: WriteContext): Applier {
  const { type, id, credential } = context.caller
  const { via, requestId } = context.actor
  const shown = { type: credential.type, id: credential.id }
  return { type, id, credential: shown, via, requestId, isFresh: isFresh(context) }
}
