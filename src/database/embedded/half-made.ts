import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './process-state.ts'

const HALF_MADE = /\.new-(\d+)-[0-9a-f]{8}$/
const LONGEST_MAKING_MS = 10 * 60_000

/** The temporary name beside `target`, to be renamed when it is complete. */
export function halfMade(target: string): string {
  return `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`
}

/**
 * Removes the incomplete clusters of dead processes (an initdb outlives its parent by a moment, hence the retries).
 */
export async function sweepHalfMade(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = HALF_MADE.exec(name)?.[1]
    if (pid === undefined || !(await isAbandoned(join(directory, name), Number(pid)))) continue
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function isAbandoned(path: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return true
  // In a container pids repeat after a restart, so a living pid proves nothing for long.
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs > LONGEST_MAKING_MS
}
