import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

let built: string | undefined

/** The console of this checkout, built if its sources have changed before a test of this process asks first. Returns its folder. */
export async function builtConsole(): Promise<string> {
  if (built !== undefined) return built
  const program = fileURLToPath(new URL('../../console/build.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [program])
  built = fileURLToPath(new URL('../../console/dist', import.meta.url))
  return built
}
