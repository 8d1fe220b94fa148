import { DatabaseError } from 'pg'

/** A COMMIT got no answer, and its outcome could not be queried. */
export class OutcomeUnknown extends Error {
  constructor() {
    super(
      'The connection to the database broke while the change was being committed: it may have been made. Look before you try again.',
    )
  }
}

/** The wait of a COMMIT for a standby was cancelled: it is committed here, and may be nowhere else. */
export class CommitUnconfirmed extends Error {
  constructor() {
    super('The wait for a synchronous standby was cancelled while the change was being committed.')
  }
}

/**
 * Another process holds the lease and answers from memory: no other process may write until it releases the lease.
 */
export class NotAdmitted extends Error {
  readonly code = '57P03'
}

/** A newer version of Muster has changed the schema so that this one must not write. */
export class SchemaIsNewer extends Error {
  constructor() {
    super('The schema of the database is newer than this version of Muster.')
  }
}

const lockNotAvailable = '55P03'
/** A wait that took too long in all was cancelled (database.ts). */
const queryCanceled = '57014'

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
export type Failure =
  | 'unreachable'
  | 'busy'
  | 'outcome unknown'
  | 'newer schema'
  | 'in recovery'
  | Shortage

/** PostgreSQL lacks something that an operator has to see to. Nothing was changed. */
export type Shortage =
  | 'disk full'
  | 'out of memory'
  | 'too many connections'
  | 'limit reached'
  | 'disk fault'

const shortages: Readonly<Record<string, Shortage>> = {
  '53100': 'disk full',
  '53200': 'out of memory',
  '53000': 'limit reached',
  '53300': 'too many connections',
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
  if (error instanceof SchemaIsNewer) return 'newer schema'
  const code = errorCode(error) ?? ''
  if (code === lockNotAvailable || code === queryCanceled || conflictCodes.has(code)) return 'busy'
  if (isInRecovery(error)) return 'in recovery'
  const shortage = shortages[code]
  if (shortage !== undefined) return shortage
  const isLoss = error instanceof Error && lossMessages.test(error.message)
  return isLoss || unreachableCodes.has(code) ? 'unreachable' : undefined
}

/** PostgreSQL has not taken over from its primary. The message follows lc_messages; the name of the function does not. */
function isInRecovery(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    (error.routine === 'PreventCommandDuringRecovery' ||
      (error.code === '0A000' && error.routine === 'call_bool_check_hook'))
  )
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
