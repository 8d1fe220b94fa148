import { readFile } from 'node:fs/promises'
import type { FolderPlan } from '../../policy-as-code/folder-plan.ts'
import { readFolder, type Folder } from '../../policy-as-code/read-folder.ts'
import { applyFolder, planFolder, StalePlan } from '../../policy-as-code/run-folder.ts'
import type { Database } from '../../database/database.ts'
import { comparePlans, type ShownPlan } from './compare-folder-plans.ts'
import { describeTotals } from '../plans/describe-effects.ts'
import { agree } from '../plans/agree.ts'
import type { ServerChoice } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { onDatabase } from '../local/direct.ts'
import { configOf } from '../local/config-options.ts'
import { CommandFailed, print, WrongArguments } from '../output/output.ts'
import { onServer, type PolicyTarget } from '../local/policy-target.ts'
import { showWork } from '../output/progress.ts'
import { applyOnServer, describedPlan, planOnServer, readPlan } from '../plans/server-plan.ts'

export type ApplyOptions = PolicyTarget & { full?: boolean; yes?: boolean; plan?: string }

/** Shows the plan, asks, and does it unless it would do something else by then. */
export async function runApply(path: string, options: ApplyOptions): Promise<void> {
  const server = onServer(options)
  await (server === null ? applyHere(path, options) : applyThere(path, server, options))
}

/** A plan of a server is what it has shown: applying it does that, or nothing. */
async function applyThere(
  path: string,
  server: ServerChoice,
  options: ApplyOptions,
): Promise<void> {
  const { muster } = await connect(server)
  const plan = await (options.plan === undefined
    ? planOnServer(path, muster)
    : readPlan((await readShown(options.plan)).id, muster))
  const described = await describedPlan(plan, muster)
  if (!described.has_changes) {
    print(options.json, plan, () => 'Nothing to change.')
    return
  }
  await agree(described, agreement(options))
  const applied = await applyOnServer(plan.id, muster)
  print(options.json, applied, () => `Applied: ${describeTotals(described)}.`)
}

async function applyHere(path: string, options: ApplyOptions): Promise<void> {
  const folder = await readFolder(path)
  const shown = options.plan === undefined ? undefined : await readShown(options.plan)
  await onDatabase(configOf(options), async (database) => {
    const by = commandActor('policy apply', options)
    const plan = await showWork('Planning', () => planFolder(database, folder, by))
    if (shown !== undefined && !isSame(plan, shown.id)) throw stale(plan, shown)
    if (plan.has_changes) await apply(database, { folder, plan }, options)
    print(options.json, plan, () =>
      plan.has_changes ? `Applied: ${describeTotals(plan)}.` : 'Nothing to change.',
    )
  })
}

type Planned = { folder: Folder; plan: FolderPlan }

async function apply(
  database: Database,
  { folder, plan }: Planned,
  options: ApplyOptions,
): Promise<void> {
  await agree(plan, agreement(options))
  try {
    // Every audit row of this apply has this request id.
    const actor = { ...commandActor('policy apply', options), requestId: plan.id }
    await showWork('Applying', () => applyFolder(database, folder, { actor, planId: plan.id }))
  } catch (error) {
    throw error instanceof StalePlan ? stale(error.plan, plan) : error
  }
}

function howToApply(id: string): string {
  return `Look at it with muster policy plan, and apply it with --plan ${id} --yes.`
}

function agreement({ plan, ...options }: ApplyOptions) {
  return { ...options, howToApply: plan === undefined ? howToApply : undefined }
}

const isSame = ({ id, digest }: FolderPlan, wanted: string) => wanted === id || wanted === digest

/** The reviewed plan: only its id, or all of it from the file of --out. */
async function readShown(plan: string): Promise<{ id: string } & Partial<ShownPlan>> {
  if (/^([0-9a-f]{16}([0-9a-f]{48})?|popln_\w+)$/.test(plan)) return { id: plan }
  const text = await readFile(plan, 'utf8')
  try {
    const read: unknown = JSON.parse(text)
    // Written by --out; a part that it lacks is not compared.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const shown = read as { id: string } & Partial<ShownPlan>
    if (typeof shown.id === 'string') return shown
  } catch {
    // Reported below.
  }
  throw new WrongArguments(`${plan} is not the id of a plan, and not a file of --out.`)
}

function stale(now: FolderPlan, shown: { id: string } & Partial<ShownPlan>): CommandFailed {
  const help = `The plan is now ${now.id}: muster policy plan shows it.`
  const why = [...comparePlans(shown, now), help].join('\n')
  return new CommandFailed(
    `Nothing was applied: the plan ${shown.id} is stale: the folder would now do something else.\n${why}`,
  )
}
