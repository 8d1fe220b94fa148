import type { RulesetRight } from '../../contract/permissions.ts'
import type { ReadContext, WriteContext } from '../../http/route.ts'
import { askOnRuleset } from './ruleset-rights.ts'
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

/**
 * {@link requireVisibleRule}, and 403 unless the caller has the right on its ruleset: checked before the body is
 * read.
 */
export async function requireRuleRight(
  context: WriteContext,
  id: string,
  right: RulesetRight,
): Promise<void> {
  await askOnRuleset(context, await requireVisibleRule(context, id), right)
}
