import { failureOf, type Failure } from '../../database/failure.ts'
import { Problem } from './problem.ts'

const problems: Record<Failure, Problem> = {
  'disk full': shortage('The disk of the database is full, so this change can’t be written.'),
  'out of memory': shortage('The database is out of memory.'),
  'too many connections': shortage('PostgreSQL accepts no more connections.'),
  'limit reached': shortage('A limit that is set for the database was reached.'),
  'disk fault': shortage('The disk of the database reports a fault.'),

  unreachable: new Problem(503, 'The database cannot be reached just now. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  }),
  busy: new Problem(
    503,
    'A long change, such as an import, holds what this request needs. Nothing was changed. Try again in a moment.',
    { headers: { 'retry-after': '5' } },
  ),
  'newer schema': new Problem(
    503,
    'A newer version of Muster has changed the schema of the database, so this server no longer writes. Nothing was changed. ' +
      'Send this to a server of that version.',
    { headers: { 'retry-after': '30' } },
  ),
  'in recovery': new Problem(
    503,
    'The database is a standby that has not taken over, so nothing can be written. Nothing was changed. Try again once it is promoted.',
    { headers: { 'retry-after': '30' } },
  ),
  // No Retry-After: a client that retries automatically might repeat a committed change.
  'outcome unknown': new Problem(
    500,
    'The connection to the database broke while the change was being committed: it may have been made. Look before you ' +
      'send it again; a POST with an Idempotency-Key can be sent again under the same key.',
  ),
}

/** Retry-After is longer than for others, because an administrator has to act. */
function shortage(cause: string): Problem {
  const message = `${cause} Nothing was changed; reads go on. Try again once an administrator has seen to it.`
  return new Problem(503, message, { headers: { 'retry-after': '30' } })
}

/** What a failure of the database says to a client; undefined for any other error. */
export function databaseProblem(error: unknown): Problem | undefined {
  const failure = failureOf(error)
  return failure && problems[failure]
}
