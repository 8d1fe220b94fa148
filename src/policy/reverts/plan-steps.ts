import { sql } from 'kysely'
import { clip } from '../../contract/text.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { Problem } from '../../http/refusals/problem.ts'
import type { Operation } from '../operations/operation.ts'
import type { NotReverted } from '../plans/not-reverted.ts'
import { planAtOnce } from '../plans/plan-at-once.ts'
import { refusedOperations } from '../plans/plan-possible-operations.ts'
import type { Planned } from '../plans/run-plan.ts'
import type { Step } from './step.ts'

/** How often what is refused is left out; with more of it the revert is refused. */
const maximumAttempts = 50

type PlannedSteps = {
  operations: readonly Operation[]
  /** Undefined where that is too much for a request. */
  planned: Planned | undefined
}

/**
 * What steps would do together, on the snapshot of the request, without those that are refused: each is undone as a whole or
 * left, with the refusal as the reason. No plan where none is possible, and where more is refused than is tried (`isCutOff`).
 */
export async function planSteps(
  context: WriteContext,
  steps: readonly Step[],
): Promise<{ plan: PlannedSteps | undefined; refused: NotReverted[]; isCutOff?: true }> {
  const refused: NotReverted[] = []
  let kept = steps
  for (let attempt = 0; kept.length > 0; attempt += 1) {
    const operations = kept.flatMap((step) => step.operations)
    await sql`savepoint before_steps`.execute(context.tx)
    const done = await tryPlan(context, operations)
    await sql`rollback to savepoint before_steps`.execute(context.tx)
    if (!(done instanceof Problem)) return { plan: done, refused }
    const places = refusedOperations(done)
    if (places === null) throw done
    if (attempt >= maximumAttempts) return { plan: undefined, refused, isCutOff: true }
    const owners = kept.flatMap((step) => step.operations.map(() => step))
    const left = new Set(places.flatMap((place) => owners[place] ?? []))
    if (left.size === 0) throw done
    for (const { about } of left) refused.push({ ...about, reason: reasonOf(done) })
    kept = kept.flatMap((step) => (left.has(step) ? (step.otherwise ?? []) : step))
  }
  return { plan: undefined, refused }
}

async function tryPlan(context: WriteContext, undone: readonly object[]) {
  // Built out of what operations wrote.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const operations = undone as readonly Operation[]
  return planAtOnce(context, operations).then(
    (planned) => ({ operations, planned }),
    (error: unknown) => {
      if (error instanceof Problem) return error
      throw error
    },
  )
}

function reasonOf({ message, errors = {} }: Problem): string {
  const said = Object.entries(errors).map(([field, messages]) => {
    const name = field.replace(/^operations\.\d+\.?/, '').replaceAll('_', ' ')
    return `${name === '' ? 'It' : `Its ${name}`} ${messages.join('; ')}`
  })
  return clip(`It can’t be undone now. ${said.length === 0 ? message : said.join('. ')}.`, 490)
}
