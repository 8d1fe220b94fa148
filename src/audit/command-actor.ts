import { randomBytes } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import type { AuditActor } from './record.ts'

/**
 * The actor of a command that runs directly on the database, without signing in: the system, and who ran the command.
 * All its rows have one request id.
 */
export function commandActor(command: string, { reason }: { reason?: string } = {}): AuditActor {
  const origin = {
    os_user: osUser(),
    host: hostname(),
    command,
    ...(reason === undefined ? {} : { reason }),
  }
  const requestId = `cli-${randomBytes(6).toString('hex')}`
  return { type: 'system', id: null, via: 'cli', requestId, origin }
}

/** A user id may have no name, in a container for example. */
function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
