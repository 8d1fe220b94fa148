import { readFolder } from '../../policy-as-code/read-folder.ts'
import { testFolder } from '../../policy-as-code/run-folder.ts'
import { connect } from '../connection/connect.ts'
import { commandActor } from '../../audit/command-actor.ts'
import { onDatabase } from '../local/direct.ts'
import { configOf } from '../local/config-options.ts'
import { print } from '../output/output.ts'
import { onServer, type PolicyTarget } from '../local/policy-target.ts'
import { showWork } from '../output/progress.ts'
import { filesToSend } from '../plans/server-plan.ts'

/** Prints each failure with its place and reason; the exit code is 1 then. */
export async function runTest(directory: string, options: PolicyTarget): Promise<void> {
  const report = await testReport(directory, options)
  const { passed, failures } = report
  print(options.json, report, () =>
    [
      ...failures.map(({ file, line, message }) => `${file}:${line}: ${message}`),
      `${passed} passed, ${failures.length} failed.`,
    ].join('\n'),
  )
  if (failures.length > 0) process.exitCode = 1
}

async function testReport(directory: string, options: PolicyTarget) {
  const server = onServer(options)
  if (server !== null) {
    const { muster } = await connect(server)
    const files = await filesToSend(directory)
    return showWork('Testing', () => muster.post('/policy/test', { body: { files } }))
  }
  const folder = await readFolder(directory)
  const { passed, failures } = await onDatabase(configOf(options), (database) =>
    showWork('Testing', () => testFolder(database, folder, commandActor('policy test', options))),
  )
  const shown = failures.map(({ rulesetId: _ruleset, ...failure }) => failure)
  return { passed, failures: shown }
}
