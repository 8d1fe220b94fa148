import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { isInForce } from '../../engine/compile-policy.ts'
import type { Condition, Policy, Rule } from '../../engine/model.ts'
import { isNegative } from '../../engine/operators.ts'
import { readsOf } from '../model/policy-reads.ts'
import type { Scope } from './scope.ts'

/** Of more people, everybody is read at once. */
const candidatesAtMost = 100_000

/** People among whom are all who meet a rule: those who qualify for any of these rules, these users, and the reports of these. Uuids. */
type Way = { rules: readonly string[]; users: readonly string[]; managers: readonly string[] }

/**
 * People (uuids) among whom are all whom a change of these rulesets can move: those who are in a manifest or qualify for a rule of
 * theirs, and those who meet part of what their rules ask for, as far as that is stored. Null where it isn't, or they are very many.
 * Who qualifies for rules of other rulesets has to be right, or more people than that.
 */
export async function selectCandidates(
  reader: Reader,
  policy: Policy,
  scope: Scope,
): Promise<string[] | null> {
  // Org shows attributes of every ruleset, and the reports of all levels take everyone above.
  if (scope.movesAttributes || readsOf(scope.policy).managementChains) return null
  const changed = new Set(scope.rulesetIds)
  const known = knownRules(policy, changed)
  const ways = scope.policy.rules
    .filter(({ rulesetId }) => changed.has(rulesetId))
    .map((rule) => waysTo(rule, known))
  const sizes = await countQualified(reader, [
    ...new Set(ways.flat().flatMap(({ rules }) => rules)),
  ])
  const chosen = ways.map((each) => smallest(each, sizes))
  return chosen.includes(undefined)
    ? null
    : selectPeople(
        reader,
        scope.rulesetIds,
        chosen.flatMap((way) => way ?? []),
      )
}

type KnownRules = {
  /** Attribute → the rules that decide it; without those of changed rulesets. */
  ofAttribute: ReadonlyMap<string, readonly string[]>
  /** A condition, as {@link keyOf} → a rule that asks for nothing else. */
  byCondition: ReadonlyMap<string, string>
  primaryIntegrationId: string | null
}

/** The same for conditions that ask for the same. */
function keyOf(condition: Condition, primaryIntegrationId: string | null): string {
  const { type, operator, resourceId, ...test } = condition
  const isPrimary = type === 'identity' && resourceId === null
  return JSON.stringify([type, operator, isPrimary ? primaryIntegrationId : resourceId, test])
}

/** Rules in force, with the people who are stored as qualified for them. */
function knownRules(
  { rulesets, rules, primaryIntegrationId }: Policy,
  changed: ReadonlySet<string>,
): KnownRules {
  const byId = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const ofAttribute = new Map<string, string[]>()
  for (const { id, resourceId } of rulesets) if (!changed.has(id)) ofAttribute.set(resourceId, [])
  const byCondition = new Map<string, string>()
  for (const rule of rules) {
    const ruleset = byId.get(rule.rulesetId)
    if (ruleset === undefined || changed.has(ruleset.id) || !isInForce(rule, ruleset)) continue
    ofAttribute.get(ruleset.resourceId)?.push(rule.id)
    const [only, ...others] = rule.conditions
    if (only !== undefined && others.length === 0)
      byCondition.set(keyOf(only, primaryIntegrationId), rule.id)
  }
  return { ofAttribute, byCondition, primaryIntegrationId }
}

/** All conditions of a rule must hold, so each of them that is known is a way. */
function waysTo({ conditions }: Rule, known: KnownRules): Way[] {
  return conditions.flatMap((condition) => wayBy(condition, known) ?? [])
}

function wayBy(
  condition: Condition,
  { ofAttribute, byCondition, primaryIntegrationId }: KnownRules,
): Way | undefined {
  const nobody: Way = { rules: [], users: [], managers: [] }
  const same = byCondition.get(keyOf(condition, primaryIntegrationId))
  if (same !== undefined) return { ...nobody, rules: [same] }
  const { type, operator, resourceId } = condition
  if (type === 'identity' || (operator !== null && isNegative(operator))) return undefined
  if (type === 'user') return { ...nobody, users: [resourceId] }
  if (type === 'direct_reports_of') return { ...nobody, managers: [resourceId] }
  const rules = ofAttribute.get(resourceId)
  return rules && { ...nobody, rules }
}

function smallest(ways: readonly Way[], sizes: ReadonlyMap<string, number>): Way | undefined {
  const sizeOf = ({ rules }: Way) => rules.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
  const [least] = ways.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  return least !== undefined && sizeOf(least) <= candidatesAtMost ? least : undefined
}

/** Counts up to one more than {@link candidatesAtMost}. */
async function countQualified(
  reader: Reader,
  ruleIds: readonly string[],
): Promise<Map<string, number>> {
  if (ruleIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; people: number }>`
    select r.id, (select count(*) from (
      select from qualification q where q.rule_id = r.id limit ${candidatesAtMost + 1}) q) as people
    from unnest(${ruleIds}::uuid[]) as r (id)`.execute(reader)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** With their parents, whose state counts for them. */
async function selectPeople(
  reader: Reader,
  rulesetIds: readonly string[],
  ways: readonly Way[],
): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select directory_user_id as id from qualification where rule_id = any (${ways.flatMap(({ rules }) => rules)}::uuid[])
      union select q.directory_user_id from rule r join qualification q on q.rule_id = r.id
        where r.ruleset_id = any (${rulesetIds}::uuid[])
      union select directory_user_id from policy_user where ruleset_id = any (${rulesetIds}::uuid[]) and deleted_at is null
      union select id from directory_user where manager_id = any (${ways.flatMap(({ managers }) => managers)}::uuid[])
      union select unnest(${ways.flatMap(({ users }) => users)}::uuid[])
    )
    select id from found
    union select u.parent_user_id from found f join directory_user u on u.id = f.id where u.parent_user_id is not null
    limit ${candidatesAtMost + 1}`.execute(reader)
  return rows.length > candidatesAtMost ? null : rows.map(({ id }) => id)
}
