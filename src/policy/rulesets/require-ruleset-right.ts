import type { RulesetRight } from '../../contract/permissions.ts'
import type { WriteContext } from '../../http/route.ts'
import { findRulesetOfRule } from '../rules/stored-rule.ts'
import { askOnRuleset } from './ruleset-rights.ts'
import { requireVisibleRuleset, requireViewable } from './visible-ruleset.ts'

/** 404 unless the caller may see the ruleset, 403 unless they have the right there: asked before the body is read. */
export async function requireRulesetRight(
  context: WriteContext,
  rulesetId: string,
  right: RulesetRight,
): Promise<void> {
  await requireVisibleRuleset(context, rulesetId)
  await askOnRuleset(context, rulesetId, right)
}

/** {@link requireRulesetRight} on the ruleset of a rule. */
export async function requireRuleRight(
  context: WriteContext,
  ruleId: string,
  right: RulesetRight,
): Promise<void> {
  const rulesetId = await findRulesetOfRule(context.tx, ruleId)
  const found = rulesetId === undefined ? undefined : { ruleset_id: rulesetId }
  const { ruleset_id } = await requireViewable(context, { kind: 'rule', id: ruleId }, found)
  await askOnRuleset(context, ruleset_id, right)
}
