import type { ColumnKey } from '../../engine/columns/column-keys.ts'
import { attributeRulesetType, type Condition, type Policy } from '../../engine/model.ts'
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
 * attributes and resources that rules in force decide, without those that depend on the group.
 */
export function suggestSource(
  policy: Policy,
  { group, integrations, first, attributes, resources }: Allowed,
): SuggestSource {
  const keys = keysOf(integrations, first)
  const own = policy.rulesets.flatMap(({ id, resourceId }) => (resourceId === group ? id : []))
  const dependent = new Set(scopeOf(policy, own).rulesetIds)
  const decided = policy.rulesets.filter(
    ({ id, type, state }) =>
      (type === attributeRulesetType ? attributes : resources) &&
      state === 'managed' &&
      !dependent.has(id),
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
