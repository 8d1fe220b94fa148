import { sql } from 'kysely'
import { namedBy } from '../../../engine/attribute-graph.ts'
import type { CompiledPolicy, CompiledRule } from '../../../engine/compile-policy.ts'
import { attributeRulesetType, type Condition } from '../../../engine/model.ts'
import { isNegativeCondition } from '../../../engine/validate-rule.ts'
import type { RowSet } from '../../../http/lists/row-set.ts'

/** How many candidates one request looks at. */
export const maximumCandidates = 10_000

/** The rules of one ruleset by which a person can be staged. */
export type RulesetRules = { inForce: readonly CompiledRule[]; staged: readonly CompiledRule[] }

/**
 * People that SQL can select: by id, by a manager directly or anywhere above, by a rule in force that they meet.
 */
type RuleSubjects = { people: string[]; managers: string[]; above: string[]; rules: string[] }

/** All undeleted people, or a set that SQL can select. */
export type StagedCandidates = 'everybody' | RowSet

/**
 * Narrows the people who can be staged for the ruleset, so that the others need not be evaluated. For staged people
 * the rules in force have been evaluated already (qualification). A staged rule is narrowed by one condition that
 * SQL can test; with a rule that has none, everybody is a candidate.
 */
export function stagedCandidates(
  policy: CompiledPolicy,
  { inForce, staged }: RulesetRules,
): StagedCandidates {
  const named: RuleSubjects = { people: [], managers: [], above: [], rules: [] }
  const isSettled = settledAttributes(policy)
  for (const { rule } of staged) {
    if (rule.conditions.length === 0) continue
    const isNarrowed = rule.conditions.some((condition) =>
      addMeeters(named, condition, { policy, isSettled }),
    )
    if (!isNarrowed) return 'everybody'
  }
  return candidatesNamed(
    named,
    inForce.map(({ rule }) => rule.id),
  )
}

/** The people that staged rules name, and the staged people who meet one of the rules in force. */
function candidatesNamed(named: RuleSubjects, waitingFor: readonly string[]): RowSet {
  const below = sql`with recursive below as (
    select id from directory_user where manager_id = any (${named.above}::uuid[])
    union select u.id from below b join directory_user u on u.manager_id = b.id) select id from below`
  return {
    ids: sql`
      select unnest(${named.people}::uuid[])
      union all select id from directory_user where manager_id = any (${named.managers}::uuid[])
      union all (${below})
      union all select directory_user_id from qualification where rule_id = any (${named.rules}::uuid[])
      union all select w.id from qualification q join directory_user w on w.id = q.directory_user_id
        where q.rule_id = any (${waitingFor}::uuid[]) and w.state = 'staged'`,
    isOne: sql<boolean>`(
      p.id = any (${named.people}::uuid[]) or p.manager_id = any (${named.managers}::uuid[]) or p.id in (${below})
      or exists (select from qualification q where q.directory_user_id = p.id and (
        q.rule_id = any (${named.rules}::uuid[])
        or p.state = 'staged' and q.rule_id = any (${waitingFor}::uuid[]))))`,
  }
}

type Deciding = { policy: CompiledPolicy; isSettled: (attributeId: string) => boolean }

/**
 * Adds a superset of the people who meet the condition. @returns false for a condition that only the engine can
 * test
 */
function addMeeters(
  named: RuleSubjects,
  condition: Condition,
  { policy, isSettled }: Deciding,
): boolean {
  if (condition.type === 'identity' || isNegativeCondition(condition)) return false
  const { type, resourceId } = condition
  switch (type) {
    case 'user':
      named.people.push(resourceId)
      return true
    case 'direct_reports_of':
      named.managers.push(resourceId)
      return true
    case 'all_reports_of':
      named.above.push(resourceId)
      return true
    case 'attribute':
    case 'entitled_to': {
      if (!isSettled(resourceId)) return false
      const deciding = policy.rulesInForce.filter((each) => decides(each, resourceId))
      named.rules.push(...deciding.map(({ rule }) => rule.id))
      return true
    }
  }
}

/** Whether no staged rule affects who holds an attribute, or is entitled to a resource, so that qualification determines it. */
function settledAttributes(policy: CompiledPolicy): (attributeId: string) => boolean {
  const known = new Map<string, boolean>()
  const isSettled = (attributeId: string): boolean => {
    const found = known.get(attributeId)
    if (found !== undefined) return found
    const settled =
      !policy.stagedRules.some((each) => isOfAttribute(each) && decides(each, attributeId)) &&
      policy.rulesInForce
        .filter((each) => decides(each, attributeId))
        .every(({ rule }) => namedBy(rule).every(isSettled))
    known.set(attributeId, settled)
    return settled
  }
  return isSettled
}

function decides({ ruleset }: CompiledRule, id: string): boolean {
  return ruleset.resourceId === id
}

function isOfAttribute({ ruleset }: CompiledRule): boolean {
  return ruleset.type === attributeRulesetType
}
