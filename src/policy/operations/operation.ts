import { Type, type Static, type TSchema } from 'typebox'
import type { Permission } from '../../contract/permissions.ts'
import { attributeOperations } from '../attributes/attribute-operations.ts'
import { dimensionOperations } from '../dimensions/operations/dimension-operations.ts'
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
import { removeRulesetAdmin } from '../rulesets/remove-ruleset-admin.ts'
import { setRulesetAdmin } from '../rulesets/set-ruleset-admin.ts'
import { updateRuleset } from '../rulesets/update-ruleset.ts'
import { updatePolicySettings } from '../settings/update-policy-settings.ts'
import {
  operationsOf,
  type OperationResult,
  type OperationCall,
} from '../changes/operation-kind.ts'

const nouns = [
  operationsOf(null, [
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
  ]),
  dimensionOperations,
  attributeOperations,
  operationsOf(null, [updatePolicySettings]),
] as const
const kinds = nouns.flatMap((noun): readonly Kind[] => noun.kinds)

type Kind = (typeof nouns)[number]['kinds'][number]
type OperationOf<K> = K extends { schema: infer S extends TSchema } ? Static<S> : never

/** Any change of the policy, as data. Ids are those of the API. */
export type Operation = OperationOf<Kind>
export const Operation = Type.Unsafe<Operation>(Type.Union(kinds.map(({ schema }) => schema)))

/** What it takes to read an operation of a plan, besides the rulesets and people that it names, by its `op`. */
export const rightsToRead: ReadonlyMap<string, Permission> = new Map(
  nouns.flatMap(({ reads, kinds: own }) =>
    reads === null ? [] : own.map(({ op }) => [op, reads] as const),
  ),
)

/** Does an operation of any kind. */
export async function doOperation(
  work: OperationCall,
  operation: Operation,
): Promise<OperationResult> {
  const kind = kinds.find(({ op }) => op === operation.op)
  if (kind === undefined) throw new Error(`there is no operation ${operation.op}`)
  return kind.run(work, operation)
}
