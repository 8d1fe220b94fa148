import type { Caller } from '../../access/caller.ts'
import {
  rulesetRightPermissions,
  rulesetRights,
  rulesetRoleRights,
  type Permission,
} from '../../contract/permissions.ts'
import { Problem, scopesOf } from '../../http/problem.ts'

/** Each operation first requires one of these, on its row or everywhere. */
const changing: readonly Permission[] = [
  'policy.rule.manage',
  'policy.ruleset.manage',
  'directory.attribute.manage',
  'directory.dimension.manage',
]

/**
 * 403 for a caller who could perform no operation at all, before a plan takes the policy lock and reads the policy:
 * others need not wait for a request that is refused anyway.
 */
export function requireSomeChange(caller: Caller): void {
  if (changing.some((permission) => caller.permissions.has(permission))) return
  const rights = new Set(
    [...caller.rulesetRoles.values()].flatMap((role) => rulesetRoleRights[role]),
  )
  const hasSome = rulesetRights.some(
    (right) =>
      right !== 'view' && rights.has(right) && caller.scoped.has(rulesetRightPermissions[right]),
  )
  if (hasSome) return
  const isByScope = !changing.some((permission) => caller.scoped.has(permission))
  throw new Problem(
    403,
    `This needs one of the permissions ${changing.join(', ')}, or a role on a ruleset that may change it.${isByScope ? ` ${scopesOf(caller)}` : ''}`,
  )
}
