import { failureOf, type Failure } from '../database/failure.ts'
import { Problem } from './problem.ts'

const problems: Record<Failure, Problem> = {
  unreachable: new Problem(503, 'The database cannot be reached just now. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  }),
  busy: new Problem(
    503,
    'A long change, such as an import, holds what this request needs. Nothing was changed. Try again in a moment.',
    { headers: { 'retry-after': '5' } },
  ),
  // No Retry-After: a client that repeats a request by itself might do twice what was done.
  'outcome unknown': new Problem(
    500,
    'The connection to the database broke while the change was being committed: it may have been made. Look before you ' +
      'send it again; a POST with an Idempotency-Key can be sent again under the same key.',
  ),
}

/** What a failure of the database says to a client; undefined for any other error. */
export function databaseProblem(error: unknown): Problem | undefined {
  const failure = failureOf(error)
  return failure && problems[failure]
}
