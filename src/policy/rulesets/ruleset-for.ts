import type { RulesetRight } from '../../contract/permissions.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { subjectId, type OperationCall } from '../changes/operation-kind.ts'
import { askOnRuleset, mayOnRuleset } from '../rights/ruleset-rights.ts'
import { findStoredRuleset, type StoredRuleset } from './stored-ruleset.ts'

/**
 * The ruleset that an operation is about. The policy lock prevents concurrent changes. 404 unless it exists and the
 * caller may view it, 403 unless they have the right on it.
 */
export async function rulesetFor(
  work: OperationCall,
  sent: string,
  right: RulesetRight,
): Promise<StoredRuleset> {
  const id = subjectId(work, 'ruleset', sent)
  const ruleset = await findStoredRuleset(work.tx, id)
  if (ruleset === undefined || !mayOnRuleset(work.context, id, 'view')) throw noSuch('ruleset', id)
  await askOnRuleset(work.context, id, right)
  return ruleset
}
