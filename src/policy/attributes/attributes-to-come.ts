import { attributeRulesetType } from '../../engine/model.ts'
import type { StoredPolicy } from '../model/load-policy.ts'
import type { Made, MadeIds } from './make-attributes.ts'

/** The policy with attributes that are still to be made, as `insertImported` will make them at `now`. */
export function withAttributesToCome(
  stored: StoredPolicy,
  { made, ids, now }: { made: readonly Made[]; ids: MadeIds; now: Date },
): StoredPolicy {
  const each = made.map(({ dimension, value, name = value }, at) => {
    const id = ids.attributeIds[at] ?? ''
    const rulesetId = ids.rulesetIds[at] ?? ''
    return { dimension, value, name, id, rulesetId, ruleId: ids.ruleIds[at] ?? '' }
  })
  const { policy } = stored
  return {
    ...stored,
    attributes: [
      ...stored.attributes,
      ...each.map(({ id, name, dimension }) => ({
        id,
        name,
        dimensionId: dimension.id,
        integrationId: dimension.integration_id,
        dimensionHandle: dimension.handle,
        dimensionDays: dimension.expires_after_days,
        isActive: true,
      })),
    ],
    policy: {
      ...policy,
      integrationOfAttribute: {
        ...policy.integrationOfAttribute,
        ...Object.fromEntries(each.map(({ id, dimension }) => [id, dimension.integration_id])),
      },
      rulesets: [
        ...policy.rulesets,
        ...each.map(({ id, rulesetId }) => ({
          id: rulesetId,
          resourceId: id,
          type: attributeRulesetType,
          state: 'managed' as const,
          expiresAfterDays: null,
        })),
      ],
      rules: [
        ...policy.rules,
        ...each.map(({ rulesetId, ruleId, dimension, value }) => ({
          id: ruleId,
          rulesetId,
          state: 'active' as const,
          role: 'member',
          priority: 100,
          activatedAt: now.getTime(),
          expiresAt: null,
          expiresAfterDays: null,
          everyoneElse: false,
          conditions: [conditionOn(dimension, value)],
        })),
      ],
    },
  }
}

function conditionOn({ integration_id, profile_key }: Made['dimension'], value: string) {
  return {
    type: 'identity',
    resourceId: integration_id,
    profileKey: profile_key,
    operator: 'equals',
    value,
  } as const
}
