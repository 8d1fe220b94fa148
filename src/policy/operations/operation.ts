import { Type, type Static, type TSchema } from 'typebox'
import type { Permission } from '../../contract/permissions.ts'
import { activateAttribute } from '../attributes/activate-attribute.ts'
import { createAttribute } from '../attributes/create-attribute.ts'
import { deactivateAttribute } from '../attributes/deactivate-attribute.ts'
import { updateAttribute } from '../attributes/update-attribute.ts'
import { activateDimension } from '../dimensions/activate-dimension.ts'
import { createDimension } from '../dimensions/create-dimension.ts'
import { deactivateDimension } from '../dimensions/deactivate-dimension.ts'
import { updateDimension } from '../dimensions/update-dimension.ts'
import { activateRule } from '../rules/activate-rule.ts'
import { createException } from '../rules/create-exception.ts'
import { createPolicyCondition } from '../rules/create-policy-condition.ts'
import { createRule } from '../rules/create-rule.ts'
import { deactivateRule } from '../rules/deactivate-rule.ts'
import { deletePolicyCondition } from '../rules/delete-policy-condition.ts'
import { deleteRule } from '../rules/delete-rule.ts'
import { deprecateRule } from '../rules/deprecate-rule.ts'
import { duplicateRule } from '../rules/duplicate-rule.ts'
import { updateRule } from '../rules/update-rule.ts'
import { createRuleset } from '../rulesets/create-ruleset.ts'
import { removeRulesetAdmin } from '../rulesets/admins/remove-ruleset-admin.ts'
import { setRulesetAdmin } from '../rulesets/admins/set-ruleset-admin.ts'
import { updateRuleset } from '../rulesets/update-ruleset.ts'
import { updatePolicySettings } from '../settings/update-policy-settings.ts'
import type { PolicyCommand } from '../changes/policy-command.ts'
import type { OperationCall, OperationResult, PolicyOperation } from '../changes/operation-kind.ts'

const kinds = [
  createRule,
  updateRule,
  deleteRule,
  activateRule,
  deprecateRule,
  deactivateRule,
  duplicateRule,
  createException,
  createPolicyCondition,
  deletePolicyCondition,
  createRuleset,
  updateRuleset,
  setRulesetAdmin,
  removeRulesetAdmin,
  createDimension,
  updateDimension,
  activateDimension,
  deactivateDimension,
  createAttribute,
  updateAttribute,
  activateAttribute,
  deactivateAttribute,
  updatePolicySettings,
] as const

type Kind = (typeof kinds)[number]
type OperationOf<K> = K extends { schema: infer S extends TSchema } ? Static<S> : never

/** Any change of the policy, as data. Ids are those of the API. */
export type Operation = OperationOf<Kind>
export const Operation = Type.Unsafe<Operation>(Type.Union(kinds.map(({ schema }) => schema)))

/** The names of operations by the ids of the routes that carry them out at once. */
export const opsOfRoutes: ReadonlyMap<string, string> = new Map(
  kinds.flatMap((kind) => ('id' in kind ? [[kind.id, kind.op] as const] : [])),
)

/** What it takes to read an operation of a plan, besides the rulesets and people that it names, by its `op`. */
export const rightsToRead: ReadonlyMap<string, Permission> = new Map(
  kinds.flatMap(({ op, reads }) => (reads === undefined ? [] : [[op, reads] as const])),
)

/** What operations ask for, by their `op`. */
export const needsOfOperations: ReadonlyMap<string, PolicyCommand['needs']> = new Map(
  kinds.map((kind) => [kind.op, 'needs' in kind ? kind.needs : { right: 'administer' }]),
)

/** Does an operation of any kind. */
export async function doOperation(
  work: OperationCall,
  operation: Operation,
): Promise<OperationResult> {
  const kind = kindOf(operation)
  if (kind === undefined) throw new Error(`there is no operation ${operation.op}`)
  return kind.run(work, operation)
}

/** True if the end that the operation gives its rule is counted from when it runs. False for work of other endpoints. */
export function endsFromNow(operation: Operation): boolean {
  return kindOf(operation)?.endsFromNow?.(operation) ?? false
}

function kindOf(operation: Operation): PolicyOperation | undefined {
  return kinds.find(({ op }) => op === operation.op)
}
