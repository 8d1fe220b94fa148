import type { ColumnKey } from '../../engine/columns/column-keys.ts'
import { isInForce } from '../../engine/compile-policy.ts'
import {
  asksForRules,
  attributeRulesetType,
  type Condition,
  type Policy,
} from '../../engine/model.ts'
import type { SuggestSource } from '../../engine/suggest/suggest-world.ts'
import type { ReadableIntegration } from '../conditions/policy-keys.ts'
import { scopeOf } from '../manifests/scope.ts'
import { withDraft } from '../rulesets/people/draft-meeters.ts'

/** What rules may be suggested on for a group (uuid). `first`: its integration (uuid). */
type Allowed = {
  group: string
  integrations: readonly ReadableIntegration[]
  first: string
  attributes: boolean
  resources: boolean
}

/**
 * What is read of people to suggest rules: the keys that policy may read, without those that people can write themselves, and the
 * attributes and resources that rules in force decide, but not by such keys, and without those that depend on the group.
 */
export function suggestSource(
  policy: Policy,
  { group, integrations, first, attributes, resources }: Allowed,
): SuggestSource {
  const keys = keysOf(integrations, first)
  const ofGroup = policy.rulesets.flatMap(({ id, resourceId }) => (resourceId === group ? id : []))
  const dependent = new Set(scopeOf(policy, ofGroup).rulesetIds)
  const own = attributesOfOwnKeys(policy, integrations)
  const decided = policy.rulesets.filter(
    ({ id, type, state, resourceId }) =>
      (type === attributeRulesetType ? attributes : resources) &&
      state === 'managed' &&
      !dependent.has(id) &&
      !own.has(resourceId),
  )
  // A draft that names everything has it all read.
  const conditions: Condition[] = [
    ...keys.map(({ integrationId, profileKey }): Condition => ({
      type: 'identity',
      resourceId: integrationId,
      profileKey,
      operator: 'exists',
      value: null,
    })),
    ...decided.map(({ resourceId, type }): Condition => ({
      type: type === attributeRulesetType ? 'attribute' : 'entitled_to',
      resourceId,
      operator: 'equals',
    })),
  ]
  return { ...withDraft(policy, conditions), keys }
}

/**
 * The attributes and resources (uuids) that people can give themselves: a rule of theirs reads a key that people write, or asks
 * for another of these.
 */
function attributesOfOwnKeys(
  { rules, rulesets, primaryIntegrationId }: Policy,
  integrations: readonly ReadableIntegration[],
): ReadonlySet<string> {
  const rulesetOf = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]))
  const ownKeys = new Map(integrations.map(({ id, selfServiceKeys }) => [id, selfServiceKeys]))
  const found = new Set<string>()
  const isOwn = (condition: Condition) =>
    asksForRules(condition)
      ? found.has(condition.resourceId ?? '')
      : condition.type === 'identity' &&
        ownKeys
          .get(condition.resourceId ?? primaryIntegrationId ?? '')
          ?.includes(condition.profileKey) === true
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const rule of rules) {
      const ruleset = rulesetOf.get(rule.rulesetId)
      if (ruleset !== undefined && isInForce(rule, ruleset) && rule.conditions.some(isOwn))
        found.add(ruleset.resourceId)
    }
  }
  return found
}

/** Of the primary first, then of the group's own integration. */
function keysOf(integrations: readonly ReadableIntegration[], first: string): ColumnKey[] {
  const place = ({ id, isPrimary }: ReadableIntegration) => (isPrimary ? 0 : id === first ? 1 : 2)
  return integrations
    .toSorted((a, b) => place(a) - place(b))
    .flatMap(({ id, isPrimary, keys, selfServiceKeys }) =>
      keys
        .filter((key) => !selfServiceKeys.includes(key))
        .map((profileKey) => ({ integrationId: id, profileKey, isPrimary })),
    )
}
