import { unprocessable } from '../refusals/problem.ts'
import { readInstant } from './schema.ts'

/**
 * The instant that was sent as `field`; 422 for a day that does not exist, and for one that is not in the future.
 */
export function requireFuture(field: string, sent: string, now: Date): Date {
  const instant = readInstant(sent)
  if (instant === undefined) throw unprocessable({ [field]: ['is no date of the calendar'] })
  if (instant <= now) throw unprocessable({ [field]: ['must be in the future'] })
  return instant
}
