import type { ReadContext } from '../../http/route/route.ts'
import { requireViewable } from './visible-ruleset.ts'
import { findRulesetOfRule } from '../stored-rules/stored-rule.ts'

/**
 * 404 unless there is such a rule in a ruleset that the caller may see; 403 where they could see none.
 * @returns the ruleset's uuid
 */
export async function requireVisibleRule(context: ReadContext, id: string): Promise<string> {
  const rulesetId = await findRulesetOfRule(context.db, id)
  const found = rulesetId === undefined ? undefined : { ruleset_id: rulesetId }
  const { ruleset_id } = await requireViewable(context, { kind: 'rule', id }, found)
  return ruleset_id
}
