import { rulesetRightPermissions, rulesetRoleRights } from '../../contract/permissions.ts'
import type { RulesetAdminRole } from '../../contract/states.ts'
import { requirePermission } from '../../http/authorise.ts'
import type { ReadContext } from '../../http/route.ts'
import { selectRulesetRoles } from './admin-queries.ts'
import { askOnRuleset } from './ruleset-rights.ts'

type PermissionContext = Parameters<typeof askOnRuleset>[0]

/** 403 unless the caller holds, on that ruleset, everything that the role gives: nobody gives what they do not hold. */
export async function requireMayGiveRole(
  context: PermissionContext,
  rulesetId: string,
  role: RulesetAdminRole,
): Promise<void> {
  for (const right of rulesetRoleRights[role]) await askOnRuleset(context, rulesetId, right)
}

/** {@link requireMayGiveRole} for every role of a person on rulesets, for an action on that person. */
export async function requireMayGiveRulesetRoles(
  { caller, db }: Pick<ReadContext, 'caller' | 'db'>,
  workspaceUserId: string,
): Promise<void> {
  for (const { ruleset_id: rulesetId, role } of await selectRulesetRoles(db, workspaceUserId)) {
    for (const right of rulesetRoleRights[role])
      requirePermission(caller, rulesetRightPermissions[right], { rulesetId, right })
  }
}
