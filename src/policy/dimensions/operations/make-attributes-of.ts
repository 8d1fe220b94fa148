import { unprocessable } from '../../../http/problem.ts'
import { makeAttributes, TooManyAttributesError } from '../../attributes/make-attributes.ts'
import type { Work } from '../../operations/kind.ts'

/** Makes the attributes of a dimension's values, where it wants them; 422 where they are too many. @returns how many */
export async function makeAttributesOf(
  { tx, now, context: { actor } }: Work,
  dimensionId: string,
): Promise<number> {
  try {
    const { rulesetIds } = await makeAttributes(tx, { now, actor, dimensionIds: [dimensionId] })
    return rulesetIds.length
  } catch (error) {
    if (!(error instanceof TooManyAttributesError)) throw error
    throw unprocessable({ attributes_enabled: [error.message] })
  }
}
