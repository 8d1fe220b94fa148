import { writeFile } from 'node:fs/promises'
import { readFolder } from '../../policy-as-code/read-folder.ts'
import { planFolder } from '../../policy-as-code/run-folder.ts'
import { connect } from '../connection/connect.ts'
import { describeFolderPlan } from '../plans/describe-folder-plan.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { onDatabase } from '../local/direct.ts'
import { configOf } from '../local/config-options.ts'
import { print } from '../output/output.ts'
import { onServer, type PolicyTarget } from '../local/policy-target.ts'
import { showWork } from '../output/progress.ts'
import { describedPlan, planOnServer } from '../plans/server-plan.ts'

export type PlanOptions = PolicyTarget & { full?: boolean; out?: string }

/** Prints the plan; the exit code says whether there is anything to do. */
export async function runPlan(path: string, options: PlanOptions): Promise<void> {
  const server = onServer(options)
  if (server === null) {
    const folder = await readFolder(path)
    const plan = await onDatabase(configOf(options), (database) =>
      showWork('Planning', () =>
        planFolder(database, folder, commandActor('policy plan', options)),
      ),
    )
    await show(plan, () => describeFolderPlan(plan, options), options)
    if (plan.has_changes) process.exitCode = 2
    return
  }
  const { muster } = await connect(server)
  const plan = await planOnServer(path, muster)
  const described = await describedPlan(plan, muster)
  await show(plan, () => describeFolderPlan(described, options), options)
  if (described.has_changes) process.exitCode = 2
}

async function show(plan: object, text: () => string, { out, json }: PlanOptions): Promise<void> {
  if (out !== undefined) await writeFile(out, `${JSON.stringify(plan, null, 2)}\n`)
  print(json, plan, text)
}
