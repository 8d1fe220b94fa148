import { violatedConstraint } from '../database/database.ts'
import { unprocessable, type FieldErrors } from './problem.ts'

/**
 * Waits for a write; a row that one of these unique constraints refuses is the client's to correct: 422 with the
 * errors given for that constraint. Whatever else fails goes on unchanged.
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
