import type { ReadContext } from '../../http/route.ts'
import { requireViewable } from '../rulesets/visible-ruleset.ts'
import { findRulesetOfRule } from './stored-rule.ts'

/** 404 unless there is such a rule in a ruleset that the caller may see; 403 where they could see none. */
export async function requireVisibleRule(context: ReadContext, id: string): Promise<void> {
  const rulesetId = await findRulesetOfRule(context.db, id)
  const found = rulesetId === undefined ? undefined : { ruleset_id: rulesetId }
  await requireViewable(context, { kind: 'rule', id }, found)
}
