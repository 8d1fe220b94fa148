import { Type, type Static } from 'typebox'
import { Problem, unprocessable, type FieldErrors } from '../../http/problem.ts'
import { changePolicy, type Reach } from '../change-policy.ts'
import { activateAttribute, deactivateAttribute } from './attribute-states.ts'
import { activateDimension, deactivateDimension } from './dimension-states.ts'
import { activateRule } from './activate-rule.ts'
import { addCondition } from './add-condition.ts'
import { changeAttribute } from './change-attribute.ts'
import { changeDimension } from './change-dimension.ts'
import { changeRule } from './change-rule.ts'
import { changeRuleset } from './change-ruleset.ts'
import { changeSettings } from './change-settings.ts'
import { createAttribute } from './create-attribute.ts'
import { createDimension } from './create-dimension.ts'
import { createException } from './create-exception.ts'
import { createRule } from './create-rule.ts'
import { deactivateRule } from './deactivate-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { deprecateRule } from './deprecate-rule.ts'
import { duplicateRule } from './duplicate-rule.ts'
import type { Done, OperationContext, Work } from './kind.ts'
import { perform } from './perform.ts'
import { policyContext } from './policy-context.ts'
import { removeCondition } from './remove-condition.ts'
import { removeRulesetAdmin } from './remove-ruleset-admin.ts'
import { setRulesetAdmin } from './set-ruleset-admin.ts'

/** Any change of the policy, as data. Ids are those of the API. */
export const Operation = Type.Union([
  createRule.schema,
  changeRule.schema,
  deleteRule.schema,
  activateRule.schema,
  deprecateRule.schema,
  deactivateRule.schema,
  duplicateRule.schema,
  createException.schema,
  addCondition.schema,
  removeCondition.schema,
  changeRuleset.schema,
  createDimension.schema,
  changeDimension.schema,
  activateDimension.schema,
  deactivateDimension.schema,
  createAttribute.schema,
  changeAttribute.schema,
  activateAttribute.schema,
  deactivateAttribute.schema,
  setRulesetAdmin.schema,
  removeRulesetAdmin.schema,
  changeSettings.schema,
])
export type Operation = Static<typeof Operation>

/** {@link perform} for an operation of any kind. */
export async function runOperation(
  context: OperationContext,
  operation: Operation,
): Promise<string> {
  return perform(context, { schema: Type.Object({}), run: (work) => dispatch(work, operation) }, {})
}

/**
 * Runs operations one after the other as a plan: the lock is taken once, and manifests follow once, for all that they
 * reach. What one makes under a `ref`, later ones name by `$ref`; whoever looks up what the next one needs gives them
 * one after the other.
 * @returns the uuids of the records, in the order of the operations. Throws Problems: what an operation refuses is 422
 * under `operations.<index>`, a permission that is missing stays 403
 */
export async function runOperations(
  context: OperationContext,
  operations: Iterable<Operation> | AsyncIterable<Operation>,
): Promise<string[]> {
  return changePolicy(policyContext(context), async (now) => {
    const refs = new Map<string, string>()
    const work = { context, tx: context.tx, now, isPlan: true, refs, requireVersion: anyVersion }
    const value: string[] = []
    const reaches: Reach[] = []
    for await (const operation of operations) {
      const index = value.length
      const done = await dispatch(work, operation).catch((error: unknown) => {
        throw placed(error, index)
      })
      value.push(done.record.id)
      reaches.push(done.reach)
      if ('ref' in operation && operation.ref !== undefined) {
        remember(refs, operation.ref, done, index)
      }
    }
    return { value, reach: union(reaches) }
  })
}

/** A plan is not about one record: If-Match is not asked of what it changes. */
function anyVersion(): void {}

function remember(refs: Map<string, string>, ref: string, done: Done, index: number): void {
  for (const { kind, id } of [done.record, ...(done.also ?? [])]) {
    if (refs.has(`${kind} ${ref}`)) {
      throw unprocessable({ [`operations.${index}.ref`]: ['is given to another record already'] })
    }
    refs.set(`${kind} ${ref}`, id)
  }
}

/** In a list of operations even what is not there is a fault of the body, at that operation. */
function placed(error: unknown, index: number): unknown {
  if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 422)) return error
  const at = `operations.${index}`
  if (error.errors === undefined) return unprocessable({ [at]: [error.message] })
  const errors: FieldErrors = {}
  for (const [field, messages] of Object.entries(error.errors)) errors[`${at}.${field}`] = messages
  return unprocessable(errors)
}

function union(reaches: readonly Reach[]): Reach {
  if (reaches.includes('all')) return 'all'
  const some = reaches.filter((reach) => typeof reach !== 'string')
  if (some.length === 0) return 'nothing'
  return { rulesets: [...new Set(some.flatMap(({ rulesets }) => rulesets))] }
}

function dispatch(work: Work, operation: Operation): Promise<Done> {
  switch (operation.op) {
    case 'create_rule':
      return createRule.run(work, operation)
    case 'change_rule':
      return changeRule.run(work, operation)
    case 'delete_rule':
      return deleteRule.run(work, operation)
    case 'activate_rule':
      return activateRule.run(work, operation)
    case 'deprecate_rule':
      return deprecateRule.run(work, operation)
    case 'deactivate_rule':
      return deactivateRule.run(work, operation)
    case 'duplicate_rule':
      return duplicateRule.run(work, operation)
    case 'create_exception':
      return createException.run(work, operation)
    case 'add_condition':
      return addCondition.run(work, operation)
    case 'remove_condition':
      return removeCondition.run(work, operation)
    case 'change_ruleset':
      return changeRuleset.run(work, operation)
    case 'create_dimension':
      return createDimension.run(work, operation)
    case 'change_dimension':
      return changeDimension.run(work, operation)
    case 'activate_dimension':
      return activateDimension.run(work, operation)
    case 'deactivate_dimension':
      return deactivateDimension.run(work, operation)
    case 'create_attribute':
      return createAttribute.run(work, operation)
    case 'change_attribute':
      return changeAttribute.run(work, operation)
    case 'activate_attribute':
      return activateAttribute.run(work, operation)
    case 'deactivate_attribute':
      return deactivateAttribute.run(work, operation)
    case 'set_ruleset_admin':
      return setRulesetAdmin.run(work, operation)
    case 'remove_ruleset_admin':
      return removeRulesetAdmin.run(work, operation)
    case 'change_settings':
      return changeSettings.run(work, operation)
  }
}
