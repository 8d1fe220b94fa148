import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { Count, Id, Nullable, OneOf, Shape } from '../../http/shapes/schema.ts'
import { limitDirections, limitScopes, type Exceeded } from './counting.ts'

/** Of one rule. */
export const maximumExceeded = 100

/** A limit that a change exceeds, as it is answered. */
export const ExceededLimit = Shape({
  scope: OneOf(limitScopes, {
    description:
      '`ruleset`: people in one ruleset; `source`: accounts of a source; `overall`: people that one source or caller moves anywhere; `caller`: people that one caller ends or gives exceptions to; `settings`: limits, or `requires_second_approval`, that are loosened while two people decide, without numbers',
  }),
  ruleset_id: Nullable(Id('ruleset')),
  direction: OneOf(limitDirections),
  people: Count,
  size: Count,
  percent: Type.Integer({ minimum: 0, examples: [25] }),
  least: Count,
})

/** A ruleset that only a plan makes has no id: `isThere` tells. */
export function presentExceeded(
  { scope, rulesetId, direction, people, size, percent, least }: Exceeded,
  isThere: (rulesetId: string) => boolean,
): Static<typeof ExceededLimit> {
  const id = rulesetId !== null && isThere(rulesetId) ? rulesetId : null
  const ruleset_id = id === null ? null : encodeId('ruleset', id)
  return { scope, ruleset_id, direction, people, size, percent, least }
}
