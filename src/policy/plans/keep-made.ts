import type { Outcome, WriteContext } from '../../http/route/route.ts'
import { answerPlan, planUrl } from './answer-plan.ts'
import { keepPlan } from './plan-at-once.ts'
import type { Planned } from './run-plan.ts'
import type { NewPlan } from './write-plans.ts'

/** Keeps a plan that was made for the caller, and answers with it: 202 where a job works it out. */
export async function keepMade(
  context: WriteContext,
  plan: Omit<NewPlan, 'author'>,
  planned: Planned | undefined,
): Promise<Outcome> {
  const id = await keepPlan(context, plan, planned)
  context.location(planUrl(context, id))
  const answer = await answerPlan(context, id)
  return planned === undefined ? { accepted: answer } : { answer }
}
