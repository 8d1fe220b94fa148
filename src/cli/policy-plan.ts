import { writeFile } from 'node:fs/promises'
import { readFolder } from '../connectors/policy-folder/read-folder.ts'
import { planFolder } from '../connectors/policy-folder/run-folder.ts'
import { describeFolderPlan } from './describe-folder-plan.ts'
import { cliActor, onDatabase } from './direct.ts'
import { configOf } from './options.ts'
import { print } from './output.ts'

export type PlanOptions = { json?: boolean; full?: boolean; out?: string }

/** Prints the plan; the exit code says whether there is anything to do. */
export async function runPlan(directory: string, options: PlanOptions): Promise<void> {
  const folder = await readFolder(directory)
  const plan = await onDatabase(configOf(options), (database) =>
    planFolder(database, folder, cliActor),
  )
  if (options.out !== undefined) await writeFile(options.out, `${JSON.stringify(plan, null, 2)}\n`)
  print(options.json, plan, () => describeFolderPlan(plan, options))
  if (plan.has_changes) process.exitCode = 2
}
