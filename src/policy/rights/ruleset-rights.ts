import type { On } from '../../access/rights.ts'
import {
  rulesetRightPermissions,
  type Permission,
  type RulesetRight,
} from '../../contract/permissions.ts'

/** Checks the caller's rights: the context of a request, or of an operation. */
type PermissionContext = {
  ask: (permission: Permission, on?: On) => Promise<void>
  may: (permission: Permission, on?: On) => boolean
}

/** True when the caller has the right on that ruleset: by a role there, or on every ruleset by its permission. */
export function mayOnRuleset(
  { may }: Pick<PermissionContext, 'may'>,
  rulesetId: string,
  right: RulesetRight,
): boolean {
  return may(rulesetRightPermissions[right], { rulesetId, right })
}

/** 403 naming the permission unless {@link mayOnRuleset}. */
export async function askOnRuleset(
  { ask }: Pick<PermissionContext, 'ask'>,
  rulesetId: string,
  right: RulesetRight,
): Promise<void> {
  await ask(rulesetRightPermissions[right], { rulesetId, right })
}
