import { readFolder } from '../connectors/policy-folder/read-folder.ts'
import { testFolder } from '../connectors/policy-folder/run-folder.ts'
import { cliActor, onDatabase } from './direct.ts'
import { configOf } from './options.ts'
import { print } from './output.ts'
import { showWork } from './progress.ts'

export type TestOptions = { json?: boolean }

/** Prints each failure with its place and reason; the exit code is 1 then. */
export async function runTest(directory: string, options: TestOptions): Promise<void> {
  const folder = await readFolder(directory)
  const report = await onDatabase(configOf(options), (database) =>
    showWork('Testing', () => testFolder(database, folder, cliActor)),
  )
  const { passed, failures } = report
  print(options.json, report, () =>
    [
      ...failures.map(({ file, line, message }) => `${file}:${line}: ${message}`),
      `${passed} passed, ${failures.length} failed.`,
    ].join('\n'),
  )
  if (failures.length > 0) process.exitCode = 1
}
