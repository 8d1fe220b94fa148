import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { say } from '../output/output.ts'

const builder = fileURLToPath(new URL('../../../console/build.ts', import.meta.url))
const bundler = fileURLToPath(new URL('../../../node_modules/vite', import.meta.url))

/**
 * Builds the console of a checkout unless it is up to date. Without the packages that build it, as in a release, the
 * files that are there are served. A build that fails leaves the API.
 */
export async function buildConsole(): Promise<void> {
  if (!existsSync(builder) || !existsSync(bundler)) return
  await promisify(execFile)(process.execPath, [builder]).catch((error: unknown) => {
    say(`The console could not be built: ${error instanceof Error ? error.message : String(error)}`)
  })
}
