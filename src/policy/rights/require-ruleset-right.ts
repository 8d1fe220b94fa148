import type { RulesetRight } from '../../contract/permissions.ts'
import type { WriteContext } from '../../http/route.ts'
import { askOnRuleset } from './ruleset-rights.ts'
import { requireVisibleRuleset } from './visible-ruleset.ts'

/**
 * 404 unless the caller may see the ruleset, 403 unless they have the right there: checked before the body is read.
 */
export async function requireRulesetRight(
  context: WriteContext,
  rulesetId: string,
  right: RulesetRight,
): Promise<void> {
  await requireVisibleRuleset(context, rulesetId)
  await askOnRuleset(context, rulesetId, right)
}
