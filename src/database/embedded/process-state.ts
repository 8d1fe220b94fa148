import { readFile, stat } from 'node:fs/promises'

/** Whether a process (a zombie counts) has this pid. */
export function isAlive(pid: number): boolean {
  const refusal = signalError(pid)
  return refusal === undefined || refusal === 'EPERM'
}

/** The process of a pid: `dead` also for a zombie, `stranger` if its working directory is not `directory`. */
export async function processKind(
  pid: number,
  directory: string,
): Promise<'server' | 'stranger' | 'dead'> {
  const refusal = signalError(pid)
  // The server runs as this user (or this user is root), so who may not be signalled is someone else.
  if (refusal !== undefined) return refusal === 'EPERM' ? 'stranger' : 'dead'
  if (process.platform !== 'linux') return 'server'
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold blanks and brackets itself; the state follows the last one.
  if (/^ [ZX]/.test(status.slice(status.lastIndexOf(')') + 1))) return 'dead'
  // By inode, since bind mounts give one directory several paths.
  const [theirs, ours] = await Promise.all(
    [`/proc/${pid}/cwd`, directory].map((it) => stat(it).catch(() => undefined)),
  )
  // Who may not look takes the pid file at its word.
  if (theirs === undefined || ours === undefined) return isAlive(pid) ? 'server' : 'dead'
  return theirs.dev === ours.dev && theirs.ino === ours.ino ? 'server' : 'stranger'
}

function signalError(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
    return undefined
  } catch (error) {
    return errorCode(error) ?? 'unknown'
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}
