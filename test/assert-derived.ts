import assert from 'node:assert/strict'
import type { Database } from '../src/database/database.ts'
import { checkDerived } from '../src/doctor/check-derived.ts'
import type { Difference } from '../src/doctor/difference.ts'
import { parts, type Part } from '../src/doctor/parts.ts'

/**
 * Everything that is derived follows from what is stored, as `muster doctor --deep` works it out. A world in which a test has
 * written by SQL has other audit rows. @returns how many instants are due and not settled
 */
export async function assertDerived(
  database: Database,
  { only = parts }: { only?: readonly Part[] } = {},
): Promise<number> {
  const found: Difference[] = []
  const onDifference = (difference: Difference) => void found.push(difference)
  const { due } = await checkDerived(database, { only, onDifference })
  assert.deepEqual(found, [], 'what is derived does not follow')
  return due
}
