import type { Muster } from '../../sdk/src/index.ts'
import type { ApiOptions } from './api-options.ts'
import { agree } from './agree.ts'
import { connect } from './connect.ts'
import { describeFolderPlan } from './describe-folder-plan.ts'
import { describeTotals } from './describe-effects.ts'
import { applyOnServer, describedPlan, readPlan, type ServerPlan } from './server-plan.ts'
import { printResult } from './present.ts'

export type PlanOptions = ApiOptions & { full?: boolean; yes?: boolean }

/** Prints a plan. */
export async function runPlanShow(id: string, options: PlanOptions): Promise<void> {
  const { muster } = await connect(options)
  await showPlan(muster, await readPlan(id, muster), options)
}

export async function showPlan(
  muster: Muster,
  plan: ServerPlan,
  options: PlanOptions,
): Promise<void> {
  const described = await describedPlan(plan, muster)
  const failure = plan.failure === null ? '' : `\n${plan.failure}`
  printResult(
    options,
    plan,
    () => `${describeFolderPlan(described, options)}\nIt is ${plan.state}.${failure}`,
  )
}

/** Shows a plan, asks, and applies it. */
export async function runPlanApply(id: string, options: PlanOptions): Promise<void> {
  const { muster } = await connect(options)
  const plan = await readPlan(id, muster)
  const described = await describedPlan(plan, muster)
  await agree(described, { ...options, hasSeen: true, howToApply: () => '' })
  const applied = await applyOnServer(id, muster)
  printResult(options, applied, () => `Applied: ${describeTotals(described)}.`)
}
