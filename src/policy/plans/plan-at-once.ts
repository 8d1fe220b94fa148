import { type Outcome, Restart, type WriteContext } from '../../http/route/route.ts'
import { conflict, Problem } from '../../http/refusals/problem.ts'
import { encodeId } from '../../contract/ids.ts'
import { Stopped } from '../limits/stopped.ts'
import type { Operation } from '../operations/operation.ts'
import { answerPlan, planUrl } from './answer-plan.ts'
import { explainLimits } from './explain-limits.ts'
import { enqueuePlan, applierOf } from './leave-to-job.ts'
import { findPlan } from './queries.ts'
import { lookAhead, type Planned } from './run-plan.ts'
import { requireVisible } from './visible-plans.ts'
import { insertPlan, insertPlanning, type NewPlan } from './write-plans.ts'

/** The effect of operations, on the snapshot of the request; undefined if that is too much for a request. */
export async function planAtOnce(
  context: WriteContext,
  operations: readonly Operation[],
): Promise<Planned | undefined> {
  const { rowsAtOnce: rowsAtMost } = context.services
  const planned = await lookAhead({ ...context, isDryRun: true, rowsAtMost }, operations)
  return planned instanceof Stopped ? undefined : planned
}

/** Keeps a plan by the caller, for a job to work out where it is not `planned`. @returns its uuid */
export async function keepPlan(
  context: WriteContext,
  plan: Omit<NewPlan, 'author'>,
  planned: Planned | undefined,
): Promise<string> {
  const { tx, actor, caller } = context
  const own = { ...plan, author: caller }
  if (planned !== undefined) return insertPlan(tx, actor, { ...own, ...planned })
  const id = await insertPlanning(tx, actor, { ...own, applier: applierOf(context) })
  await enqueuePlan(tx, id)
  return id
}

/** Instead of a change beyond a limit, or that needs a plan (`why`): 409 with a plan of its operation, as it was stored. */
export function restartWithPlan(operation: object, why: string): Restart {
  return afterPlanning(operation, (context, work) => refuse(context, work, why))
}

/** Instead of a change of which the client wants only the plan: 202 with it. */
export function planAsked(operation: object): Restart {
  return afterPlanning(operation, async (context, { operations, planned }) => {
    const id = await keepPlan(context, { description: null, operations }, planned)
    context.location(planUrl(context, id))
    return { accepted: await answerPlan(context, id) }
  })
}

type PlannedWork = { operations: readonly Operation[]; planned: Planned | undefined }

function afterPlanning(
  operation: object,
  finish: (context: WriteContext, work: PlannedWork) => Promise<Outcome>,
): Restart {
  return new Restart(
    async (context) => {
      const { ifMatch: if_match } = context
      // Who applies the plan changes the record as it was seen when the change was sent.
      const bound = if_match === undefined ? operation : { ...operation, if_match }
      // It was checked when it was sent.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const operations = [bound as Operation]
      const planned = await planAtOnce(context, operations)
      return new Restart((again) => finish(again, { operations, planned }))
    },
    { onSnapshot: true },
  )
}

async function refuse(
  context: WriteContext,
  { operations, planned }: PlannedWork,
  why: string,
): Promise<Outcome> {
  const id = await keepPlan(context, { description: null, operations }, planned)
  const exceeds = planned?.exceeds ?? []
  const what =
    planned === undefined ? 'It changes very many stays.' : await explainLimits(context, exceeds)
  const how =
    planned === undefined || exceeds.length > 0
      ? 'a holder of policy.change.approve can apply it.'
      : 'apply it to go on.'
  const plan = `The plan ${encodeId('plan', id)} shows its effect; ${how}`
  const lacking = await permissionsToRead(context, id)
  const also = lacking.length === 0 ? '' : `You also need ${lacking.join(' and ')} to apply it.`
  const message = [why, what, 'Nothing was changed.', plan, also]
    .filter((each) => each !== '')
    .join(' ')
  return { refusal: conflict(message, { location: planUrl(context, id) }) }
}

/** What the author of a plan lacks to read it, and so to apply it. */
async function permissionsToRead(context: WriteContext, id: string): Promise<readonly string[]> {
  const read = requireVisible(context, id, await findPlan(context.tx, id))
  return read.then(
    () => [],
    (error: unknown) => {
      if (error instanceof Problem && error.missing.length > 0) return error.missing
      throw error
    },
  )
}
