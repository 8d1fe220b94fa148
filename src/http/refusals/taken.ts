import { violatedConstraint } from '../../database/failure.ts'
import { unprocessable, type FieldErrors } from './problem.ts'

/**
 * Waits for a write. A row refused by one of these unique constraints is a client error: 422 with the errors given
 * for that constraint. Other errors are rethrown unchanged.
 */
export async function refuseTaken<T>(
  write: Promise<T>,
  byConstraint: Record<string, FieldErrors>,
): Promise<T> {
  try {
    return await write
  } catch (error) {
    const errors = byConstraint[violatedConstraint(error) ?? '']
    throw errors === undefined ? error : unprocessable(errors)
  }
}
