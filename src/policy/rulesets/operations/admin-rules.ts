import { rulesetRoleRights } from '../../../contract/permissions.ts'
import type { RulesetAdminRole } from '../../../contract/states.ts'
import { askOnRuleset } from '../../rights/ruleset-rights.ts'

type PermissionContext = Parameters<typeof askOnRuleset>[0]

/** 403 unless the caller holds, on that ruleset, every right of the role: no one can grant more than they hold. */
export async function requireMayGiveRole(
  context: PermissionContext,
  rulesetId: string,
  role: RulesetAdminRole,
): Promise<void> {
  for (const right of rulesetRoleRights[role]) await askOnRuleset(context, rulesetId, right)
}
