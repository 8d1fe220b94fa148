import type { On } from '../../access/rights.ts'
import { decodeId } from '../../contract/ids.ts'
import { isRecord } from '../../contract/json.ts'
import {
  profileValuePermission,
  rulesetRightPermissions,
  type Permission,
} from '../../contract/permissions.ts'
import { conditionTypes } from '../../contract/states.ts'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import { lacking } from '../../http/callers/authorise.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { permissionsToName } from '../conditions/condition-input.ts'
import { needsOfOperations } from '../operations/operation.ts'
import { rightToChange } from '../stored-rules/rule-states.ts'
import { selectRuleOutlines, type RuleOutline } from '../stored-rules/stored-rule.ts'
import { stateOf } from './answer-plan.ts'
import { shownOperations } from './plan-of-files.ts'
import { selectPlans, type PlanRow } from './queries.ts'
import { requiresSecond } from '../limits/second-approval.ts'
import { findSecondDecision } from './plan-decisions.ts'
import { requireReady } from './require-ready.ts'

type Facts = PlanRow & { rules: ReadonlyMap<string, RuleOutline> }

/** Whether its operations are still possible, and have the same effect, is found out only when it is applied. */
export const planAbilities = abilitiesOn('plan', findPlansToDecide, (context, plan) => ({
  approve: plan.isApprovable,
  apply:
    isAllowed(() => requireReady(plan, context.now)) &&
    missingToApply(context, plan).length === 0 &&
    !plan.needsAnother,
  // Whether there is anything to undo is found out only when it is planned.
  revert: plan.state === 'applied' && plan.author_type !== 'system' && plan.reverted_by_id === null,
}))

/** Plans, with what the caller may decide of those that take two people. */
async function findPlansToDecide(context: ReadContext, ids: readonly string[]) {
  const { db } = context
  const plans = await findPlans(context, ids)
  const decided = []
  for (const plan of plans) {
    const isOpen =
      (plan.exceeds.length > 0 || plan.author_type === 'system') &&
      stateOf(plan, context.now) === 'ready' &&
      (await requiresSecond(db, plan))
    const { isApprovable, needsAnother } = isOpen
      ? await findSecondDecision(context, plan)
      : { isApprovable: false, needsAnother: false }
    decided.push({ ...plan, isApprovable, needsAnother })
  }
  return decided
}

/** 403 naming every permission that applying a plan needs and the caller lacks, before it takes a lock. */
export async function requireToApply(context: ReadContext, plan: PlanRow): Promise<void> {
  const [facts] = await findPlans(context, [plan.id])
  const missing = facts === undefined ? [] : missingToApply(context, facts)
  // That one alone is refused with the limits, once they are known.
  if (missing.some((permission) => permission !== 'policy.change.approve'))
    throw lacking(context.caller, missing)
}

function missingToApply(context: ReadContext, { operations, exceeds, rules }: Facts): Permission[] {
  const rulesetOf = rulesetFinder(shownOperations(operations), rules)
  const checks = shownOperations(operations).flatMap((each) =>
    Array.from(checksOf(context, each, { rules, rulesetOf })),
  )
  if (exceeds.length > 0) checks.push(['policy.change.approve', {}])
  const lacked = checks.filter(([permission, on]) => !context.may(permission, on))
  return [...new Set(lacked.map(([permission]) => permission))]
}

async function findPlans({ db }: ReadContext, ids: readonly string[]): Promise<Facts[]> {
  const plans = await selectPlans(db, ids)
  const named = plans.flatMap(({ operations }) =>
    shownOperations(operations).flatMap((each) => ruleOf(each) ?? []),
  )
  const rules = await selectRuleOutlines(db, [...new Set(named)])
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  return plans.map((plan) => Object.assign(plan, { rules: byId }))
}

type Check = [Permission, On]

/** What an operation asks for, as far as its data tells. */
function* checksOf(
  context: ReadContext,
  operation: object,
  { rules, rulesetOf }: Pick<Facts, 'rules'> & { rulesetOf: RulesetFinder },
): Generator<Check> {
  const op = 'op' in operation ? String(operation.op) : ''
  const needs = needsOfOperations.get(op)
  if (needs === undefined) {
    const right = context.services.storedChanges.get(op)?.right ?? null
    if (right !== null) yield [right, {}]
    return
  }
  yield* checksOfNames(op, operation)
  if ('permission' in needs) {
    yield [needs.permission, {}]
    return
  }
  const rule = rules.get(ruleOf(operation) ?? '')
  const rulesetId = rulesetOf(operation)
  if (rulesetId === 'unknown') return
  const changes = rule !== undefined && op !== 'duplicate_rule' && needs.right === 'draft'
  const right = changes ? rightToChange(rule) : needs.right
  const on = rulesetId === 'new' ? {} : { rulesetId, right }
  yield [rulesetRightPermissions[right], on]
}

/** What operations ask for besides, because of what they name. */
const asksToo: Readonly<Record<string, Permission>> = {
  create_dimension: profileValuePermission,
  activate_dimension: profileValuePermission,
  create_ruleset: 'directory.resource.view',
  create_exception: 'directory.user.view',
}

function* checksOfNames(op: string, operation: object): Generator<Check> {
  const too = asksToo[op]
  if (too !== undefined) yield [too, {}]
  const conditions = 'conditions' in operation ? operation.conditions : [operation]
  const written = Array.isArray(conditions) ? conditions.filter(isRecord) : []
  const types = written.flatMap(
    (each) => conditionTypes.find((type) => type === each['type']) ?? [],
  )
  for (const permission of permissionsToName(types)) yield [permission, {}]
}

/** The ruleset (uuid) that an operation is about; `new` for one that the plan makes, on which no one has a role. */
type RulesetFinder = (operation: object) => string

function rulesetFinder(operations: readonly object[], rules: Facts['rules']): RulesetFinder {
  const made = new Map<unknown, string>()
  const find = (operation: object) => {
    if ('ruleset_id' in operation) return decodeId('ruleset', String(operation.ruleset_id)) ?? 'new'
    const rule = rules.get(ruleOf(operation) ?? '')
    const ref = 'rule_id' in operation ? made.get(operation.rule_id) : undefined
    return rule?.rulesetId ?? ref ?? 'unknown'
  }
  for (const each of operations)
    if ('ref' in each && ('ruleset_id' in each || 'rule_id' in each))
      made.set(`$${String(each.ref)}`, find(each))
  return find
}

function ruleOf(operation: object): string | undefined {
  return 'rule_id' in operation ? decodeId('rule', String(operation.rule_id)) : undefined
}
