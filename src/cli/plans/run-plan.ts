import { MusterError, type Muster } from '../../../sdk/src/index.ts'
import type { ApiOptions } from '../command-line/api-options.ts'
import { agree, confirm } from './agree.ts'
import { connect } from '../connection/connect.ts'
import { describeFolderPlan } from './describe-folder-plan.ts'
import { describeTotals } from './describe-effects.ts'
import { applyOnServer, describedPlan, readPlan, type ServerPlan } from './server-plan.ts'
import { say } from '../output/output.ts'
import { printResult } from '../output/present.ts'
import { ifAllowed } from '../output/read-up-to.ts'

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
  const second = plan.needs_approval_by_another
    ? `\nAnother person has to approve it first: muster plan approve ${plan.id}`
    : ''
  const failure = plan.failure === null ? second : `\n${plan.failure}`
  printResult(
    options,
    plan,
    () => `${describeFolderPlan(described, options)}\nIt is ${plan.state}.${failure}`,
  )
}

/** Shows a plan, asks, and approves it for another person to apply. */
export async function runPlanApprove(id: string, options: PlanOptions): Promise<void> {
  const { muster } = await connect(options)
  const plan = await readPlan(id, muster)
  const described = await describedPlan(plan, muster)
  if (options.json !== true || options.yes !== true) say(describeFolderPlan(described, options))
  if (options.yes !== true) await confirm({ verb: 'approve', done: 'approved' })
  const approved = await muster.post('/policy/plans/{plan}/approve', {
    params: { path: { plan: plan.id } },
  })
  printResult(options, approved, () => 'Approved. Another person can apply it.')
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

/** Shows the plan of a change, asks, and applies it. */
export async function applyPlanned(
  muster: Muster,
  plan: ServerPlan,
  options: Pick<PlanOptions, 'json' | 'output' | 'full' | 'yes'>,
): Promise<void> {
  const described = await describedPlan(plan, muster)
  await agree(described, {
    ...options,
    hasSeen: false,
    howToApply: (id) =>
      `Look at it with muster plan show ${id}, and apply it with muster plan apply ${id} --yes.`,
  })
  const applied = await applyOnServer(plan.id, muster)
  printResult(options, applied, () => `Applied: ${describeTotals(described)}.`)
}

/** What a change would do that is refused because it exceeds a limit, as far as the caller may see it. */
export async function sayRefusedPlan(
  error: unknown,
  muster: Muster,
  options: Pick<PlanOptions, 'full'>,
): Promise<void> {
  if (!(error instanceof MusterError) || error.status !== 409) return
  const { planId: id } = error
  const described =
    id === undefined
      ? undefined
      : await ifAllowed(async () => describedPlan(await readPlan(id, muster), muster))
  if (described !== undefined) say(describeFolderPlan(described, options))
}
