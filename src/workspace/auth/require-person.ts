import { Problem } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'

/** 403 for a service: it has tokens and no sessions. */
export function requirePerson(context: ReadContext): void {
  if (context.caller.type === 'user') return
  throw new Problem(403, 'Sessions are people’s; a service has tokens only.')
}
