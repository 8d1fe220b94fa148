import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../access/caller.ts'
import { checkReady, type Check } from './check-ready.ts'
import type { ReadyBody } from '../bodies/ready-bodies.ts'
import type { HotAnswer } from '../route/route.ts'
import type { Services } from '../route/services.ts'

/** What is asked of a hot route: `subject` is an id as it was sent, possibly malformed. Memory then does not have it. */
export type HotQuestion = { subject: string; search: string }

/** Alone on the database: no query is needed. `key` is that of the caller's secret in memory. */
export function findRemembered(
  services: Services,
  hot: HotAnswer,
  key: string,
  { subject, search }: HotQuestion,
): { caller: Caller; ready: ReadyBody } | undefined {
  const caller = services.authenticator.remembered(key)
  if (caller === undefined || !services.due.nothingDue()) return undefined
  const ready = hot(services, caller, subject, search)
  return ready && { caller, ready }
}

/** What the database said about a request for which nothing was ready. */
const checks = new WeakMap<IncomingMessage, Check>()

/**
 * Beside other processes: one statement finds the caller and whether the body is still valid. It is asked once for a request.
 * Undefined where {@link checkReady} is; without `ready`, memory has nothing that is valid.
 */
export async function findChecked(
  services: Services,
  hot: HotAnswer,
  secret: string,
  { request, subject, search }: HotQuestion & { request: IncomingMessage },
): Promise<{ check: Check; ready: ReadyBody | undefined } | undefined> {
  const check = checks.get(request) ?? (await checkReady(services, secret, subject))
  if (check === undefined) return undefined
  checks.set(request, check)
  const ready = hot(services, check.caller, subject, search)
  return { check, ready: ready !== undefined && check.holds(ready) ? ready : undefined }
}
