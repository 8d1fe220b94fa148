import { decodeId } from '../../contract/ids.ts'
import { isRecord } from '../../contract/json.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { conditionTypes } from '../../contract/states.ts'
import { abilitiesOn, isAllowed } from '../../http/abilities.ts'
import type { ReadContext } from '../../http/route.ts'
import { mayName } from '../conditions/condition-input.ts'
import { needsOfOperations } from '../operations/operation.ts'
import { mayOnRuleset } from '../rights/ruleset-rights.ts'
import { rightToChange } from '../stored-rules/rule-states.ts'
import { selectRuleOutlines, type RuleOutline } from '../stored-rules/stored-rule.ts'
import { selectPlans, type PlanRow } from './queries.ts'
import { requireReady } from './require-ready.ts'
import { requireSomeChange } from './require-some-change.ts'

type Facts = PlanRow & { rules: ReadonlyMap<string, RuleOutline> }

/** Whether its operations are still possible, and have the same effect, is found out only when it is applied. */
export const planAbilities = abilitiesOn('plan', findPlans, (context, plan) => ({
  apply:
    isAllowed(() => {
      requireSomeChange(context.caller)
      requireReady(plan, context.now)
    }) &&
    (plan.exceeds.length === 0 || context.may('policy.change.approve')) &&
    plan.operations.every((operation) => mayPerform(context, operation, plan.rules)),
}))

async function findPlans({ db }: ReadContext, ids: readonly string[]): Promise<Facts[]> {
  const plans = await selectPlans(db, ids)
  const named = plans.flatMap(({ operations }) => operations.flatMap((each) => ruleOf(each) ?? []))
  const rules = await selectRuleOutlines(db, [...new Set(named)])
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  return plans.map((plan) => Object.assign(plan, { rules: byId }))
}

function mayPerform(
  context: ReadContext,
  operation: object,
  rules: ReadonlyMap<string, RuleOutline>,
): boolean {
  const op = 'op' in operation ? String(operation.op) : ''
  const needs = needsOfOperations.get(op)
  if (needs === undefined) {
    const right = context.services.storedChanges.get(op)?.right ?? null
    return right === null || context.may(right)
  }
  if (!namesAllowed(context, op, operation)) return false
  if ('permission' in needs) return context.may(needs.permission)
  const rule = rules.get(ruleOf(operation) ?? '')
  const rulesetId = rule?.rulesetId ?? rulesetOf(operation)
  // A record that an earlier operation makes is the caller's as far as they may make it.
  if (rulesetId === undefined) return true
  const changes = rule !== undefined && op !== 'duplicate_rule' && needs.right === 'draft'
  return mayOnRuleset(context, rulesetId, changes ? rightToChange(rule) : needs.right)
}

/** What operations ask for besides, because of what they name. */
const asksToo: Readonly<Record<string, Permission>> = {
  create_dimension: profileValuePermission,
  activate_dimension: profileValuePermission,
  create_ruleset: 'directory.resource.view',
  create_exception: 'directory.user.view',
}

function namesAllowed(context: ReadContext, op: string, operation: object): boolean {
  const too = asksToo[op]
  if (too !== undefined && !context.may(too)) return false
  const conditions = 'conditions' in operation ? operation.conditions : [operation]
  const written = Array.isArray(conditions) ? conditions.filter(isRecord) : []
  return mayName(
    context,
    written.flatMap((each) => conditionTypes.find((type) => type === each['type']) ?? []),
  )
}

function ruleOf(operation: object): string | undefined {
  return 'rule_id' in operation ? decodeId('rule', String(operation.rule_id)) : undefined
}

function rulesetOf(operation: object): string | undefined {
  return 'ruleset_id' in operation ? decodeId('ruleset', String(operation.ruleset_id)) : undefined
}
