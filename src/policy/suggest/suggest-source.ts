import type { ColumnKey } from '../../engine/columns/column-keys.ts'
import { attributeRulesetType, type Condition, type Policy } from '../../engine/model.ts'
import type { SuggestSource } from '../../engine/suggest/suggest-world.ts'
import type { ReadableIntegration } from '../conditions/policy-keys.ts'
import { withDraft } from '../rulesets/people/draft-meeters.ts'

/** What rules may be suggested on. `first`: the integration (uuid) of the group. */
type Allowed = { integrations: readonly ReadableIntegration[]; first: string; attributes: boolean }

/**
 * What is read of people to suggest rules: the keys that policy may read, without those that people can write themselves, and the
 * attributes that rules in force decide.
 */
export function suggestSource(
  policy: Policy,
  { integrations, first, attributes }: Allowed,
): SuggestSource {
  const keys = keysOf(integrations, first)
  const decided = policy.rulesets.filter(
    ({ type, state }) => attributes && type === attributeRulesetType && state === 'managed',
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
    ...decided.map(({ resourceId }): Condition => ({
      type: 'attribute',
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
