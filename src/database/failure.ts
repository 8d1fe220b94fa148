import { DatabaseError } from 'pg'

/** A COMMIT got no answer, and its outcome could not be queried. */
export class OutcomeUnknown extends Error {
  constructor() {
    super(
      'The connection to the database broke while the change was being committed: it may have been made. Look before you try again.',
    )
  }
}

/**
 * Another process holds the lease and answers from memory: no other process may write until it releases the lease.
 */
export class NotAdmitted extends Error {
  readonly code = '57P03'
}

const lockNotAvailable = '55P03'

/** As many transactions as may be are under way, and wait for locks most likely. */
export class NoTurn extends Error {
  readonly code = lockNotAvailable
}

/** Reported by PostgreSQL for a transaction that others were in the way of: a deadlock, a serialization failure. */
export const conflictCodes: ReadonlySet<string> = new Set(['40P01', '40001'])

/**
 * What a database failure means for the caller. After `unreachable` and `busy` (a lock timeout, or repeated
 * conflicts) nothing has changed and a retry makes sense; after `outcome unknown` it may have.
 */
export type Failure = 'unreachable' | 'busy' | 'outcome unknown' | Shortage

/** PostgreSQL lacks something that an operator has to see to. Nothing was changed. */
export type Shortage = 'disk full' | 'out of memory' | 'limit reached' | 'disk fault'

const shortages: Readonly<Record<string, Shortage>> = {
  '53100': 'disk full',
  '53200': 'out of memory',
  '53000': 'limit reached',
  '53400': 'limit reached',
  '58030': 'disk fault',
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
])
/** Errors of `pg` and its pool that only their message identifies. */
const lossMessages =
  /^Connection terminated|^Client has encountered a connection error|timeout exceeded when trying to connect/

/** Undefined for any other error. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof OutcomeUnknown) return 'outcome unknown'
  const code = errorCode(error) ?? ''
  if (code === lockNotAvailable || conflictCodes.has(code)) return 'busy'
  const shortage = shortages[code]
  if (shortage !== undefined) return shortage
  const isLoss = error instanceof Error && lossMessages.test(error.message)
  return isLoss || unreachableCodes.has(code) ? 'unreachable' : undefined
}

/** The columns of a prepared statement have other types now: a migration ran after it was prepared. */
export function isStaleStatement(error: unknown): boolean {
  // The message follows lc_messages; the name of PostgreSQL's own function does not.
  return (
    error instanceof DatabaseError &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  )
}

/** PostgreSQL's five characters or the system's name for an error, if it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** The name of the constraint that refused a row, if that is what the error is. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}
