import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The console of this checkout, built if its sources have changed. Returns its folder. */
export async function builtConsole(): Promise<string> {
  const program = fileURLToPath(new URL('../../console/build.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [program])
  return fileURLToPath(new URL('../../console/dist', import.meta.url))
}
