import { Type, type Static } from 'typebox'
import { encodePrefixed } from '../../contract/ids.ts'
import { Id, Nullable, Shape, Text } from '../../http/shapes/schema.ts'

export const maximumNotReverted = 500

/** What a revert leaves as it is. Ids are uuids; a group of records has none. */
export type NotReverted = {
  event: string
  type: string
  id: string | null
  rulesetId: string | null
  reason: string
}

/** The plan (a uuid) that a plan reverts, and what of that it leaves. */
export type Reverts = { planId: string; left: readonly NotReverted[] }

export const NotRevertedShape = Shape({
  event: Text(100, {
    description: 'What was done, as the audit log calls it',
    examples: ['policy.rule.activate'],
  }),
  record_id: Nullable(
    Text(32, {
      description: 'Null for several records',
      examples: ['porul_01kaf7m2t4e8j9p3q5r7s9v1wx'],
    }),
  ),
  ruleset_id: Nullable(Id('ruleset')),
  reason: Text(500, { examples: ['Its priority was changed since.'] }),
})

export const notRevertedList = Type.Array(NotRevertedShape, {
  maxItems: maximumNotReverted,
  description:
    'Of a plan that reverts another one: what it leaves as it is, and why. None once its day is over',
})

export function presentNotReverted({
  event,
  type,
  id,
  rulesetId,
  reason,
}: NotReverted): Static<typeof NotRevertedShape> {
  return {
    event,
    record_id: id === null ? null : encodePrefixed(type, id),
    ruleset_id: rulesetId === null ? null : encodePrefixed('poset', rulesetId),
    reason,
  }
}
