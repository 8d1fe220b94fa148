import { Type } from 'typebox'
import { badRequest } from '../../http/refusals/problem.ts'
import { instant, readInstant, InstantInput } from '../../http/shapes/schema.ts'

/** `?at=`: the state at that instant. Read by {@link readAt}. */
export const AtParameter = Type.Optional({
  ...InstantInput,
  description: 'An instant that has passed: what was so then. Without it, what is so now',
})

/** The instant of `?at=`, or of the parameter that is named, if it was given; 400 for none, and for one in the future. */
export function readAt(at: unknown, now: Date, parameter = 'at'): Date | undefined {
  if (typeof at !== 'string') return undefined
  const read = readInstant(at)
  if (read === undefined)
    throw badRequest(`The query parameter ${parameter} must be an ISO 8601 instant.`)
  if (read > now)
    throw badRequest(
      `The query parameter ${parameter} must not be in the future: now is ${instant(now)}.`,
    )
  return read
}
