import { allowList } from '../../http/shapes/allow-list.ts'
import type { ExplainedAccess } from './explained-access.ts'
import { presentExplanation, type Viewer } from './present-explanation.ts'
import type { ExplainedPolicy } from './question.ts'
import { Explanation } from './schema.ts'

const pick = allowList(Explanation)

/**
 * The JSON text of the answer, with only the keys of its schema. Depends on nothing else, so that a thread can
 * write it.
 */
export function writeExplanation(
  policy: ExplainedPolicy,
  explained: ExplainedAccess,
  to: Viewer,
): string {
  return JSON.stringify(pick(presentExplanation(policy, explained, to)))
}
