import { MusterError, type Muster } from '../../../sdk/src/index.ts'
import { connect } from '../connection/connect.ts'
import type { NounOptions, RunShow, RunVerb } from '../nouns/noun.ts'
import { say } from '../output/output.ts'
import { printResult } from '../output/present.ts'
import { ifAllowed } from '../output/read-up-to.ts'
import { agree, type Agreement } from './agree.ts'
import { describeFolderPlan } from './describe-folder-plan.ts'
import { describeTotals } from './describe-effects.ts'
import { applyOnServer, describedPlan, readPlan, type ServerPlan } from './server-plan.ts'

export type PlanOptions = Pick<NounOptions, 'json' | 'output' | 'full' | 'yes'>

/** Prints a plan. */
export const runPlanShow: RunShow = async ([id = ''], options) => {
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
  const text = `${describeFolderPlan(described, options)}\nIt is ${plan.state}.${failure}`
  printResult(options, plan, text)
}

/** Shows a plan, asks, and approves it for another person to apply. */
export const runPlanApprove: RunVerb = async (_, [id = ''], options) => {
  const { muster } = await connect(options)
  const plan = await readPlan(id, muster)
  await agree(await describedPlan(plan, muster), { ...options, verb: 'approve' })
  const params = { path: { plan: plan.id } }
  const approved = await muster.post('/policy/plans/{plan}/approve', { params })
  printResult(options, approved, 'Approved. Another person can apply it.')
}

/** Shows a plan, asks, and applies it. */
export const runPlanApply: RunVerb = async (_, [id = ''], options) => {
  const { muster } = await connect(options)
  await applyPlan(muster, await readPlan(id, muster), options)
}

/** Plans to undo a plan, shows that, asks, and applies it; with `--plan` it is kept to be applied later. */
export const runPlanRevert: RunVerb = async (_, [id = ''], options) => {
  const { muster } = await connect(options)
  const params = { path: { plan: id } }
  const made = await muster.post('/policy/plans/{plan}/revert', { params })
  await applyOrShow(muster, made.id, options)
}

/** Shows a plan that was made for a command, asks, and applies it; with `--plan` it only shows it. */
export async function applyOrShow(
  muster: Muster,
  planId: string,
  options: NounOptions,
): Promise<void> {
  const plan = await readPlan(planId, muster)
  await (options.plan === true
    ? showPlan(muster, plan, options)
    : applyPlanned(muster, plan, options))
}

/**
 * Shows the plan of a change, asks, and applies it. Without the question, as with `--yes`, a plan beyond a limit is refused, because
 * no one has looked at it.
 */
export async function applyPlanned(
  muster: Muster,
  plan: ServerPlan,
  options: PlanOptions,
): Promise<void> {
  await applyPlan(muster, plan, { ...options, howToApply })
}

function howToApply(id: string): string {
  return `Look at it with muster plan show ${id}, and apply it with muster plan apply ${id} --yes.`
}

async function applyPlan(muster: Muster, plan: ServerPlan, options: Agreement & PlanOptions) {
  const described = await describedPlan(plan, muster)
  await agree(described, options)
  const applied = await applyOnServer(plan.id, muster)
  printResult(options, applied, `Applied: ${describeTotals(described)}.`)
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
