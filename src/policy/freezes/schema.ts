import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { recordTypes } from '../../contract/record-types.ts'
import { effectKinds, freezeReasons } from '../../contract/states.ts'
import { Count, Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/schema.ts'
import { ShownAccess } from '../plans/shown-access.ts'
import type { FreezeDetail } from './freeze-rulesets.ts'
import { heldStates, referentsOf } from './held-queries.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/policy/held-changes/pohld_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const Digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
  description:
    'SHA-256 of what an approval would let happen: the same as long as the same would happen',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})

const causeProperties = {
  reason: OneOf(freezeReasons),
  limit: Nullable(
    Shape(
      {
        people: Type.Integer({
          minimum: 0,
          description: 'Distinct people within 24 hours',
          examples: [31],
        }),
        size: Type.Integer({ minimum: 0, description: 'In the manifest before', examples: [120] }),
        percent: Count,
        least: Count,
      },
      { description: 'For a limit: more than so many percent, and more than so many people' },
    ),
  ),
  referents: Type.Array(
    Shape({
      type: OneOf([recordTypes.integration]),
      id: Id('integration'),
    }),
    { maxItems: 100, description: 'What is in quarantine, at most 100' },
  ),
}

/** Why nobody enters or leaves a ruleset because of its conditions. */
export const RulesetFreeze = Shape(
  { ...causeProperties, since: Instant, held_change_id: Id('heldChange'), held_change: link },
  { $id: 'PolicyRulesetFreeze' },
)

/** What a frozen ruleset keeps from happening. */
export const HeldChange = Shape(
  {
    id: Id('heldChange'),
    state: OneOf(heldStates, {
      description: 'A rejected change is pending again once another one would happen',
    }),
    ruleset_id: Id('ruleset'),
    ...causeProperties,
    digest: Nullable(Digest),
    totals: Nullable(
      Shape({
        people: Count,
        ...Object.fromEntries(effectKinds.map((kind) => [kind, Count])),
      }),
    ),
    decided_by: Nullable(
      Shape({
        type: OneOf(['user', 'service']),
        id: Text(32, { examples: ['wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
      }),
    ),
    timestamp: Shape({
      created_at: Instant,
      updated_at: Instant,
      decided_at: Nullable(Instant),
      ended_at: Nullable(Instant),
    }),
    links: Shape({ self: link, effects: link, approve: link, reject: link, policy_ruleset: link }),
  },
  { $id: 'PolicyHeldChange' },
)

/** What would happen to one person's place. */
export const HeldEffectRow = Shape(
  {
    directory_user: Shape({
      id: Id('directoryUser'),
      full_name: Nullable(
        Text(401, { description: 'Null without directory.user.view', examples: ['Ada Moreau'] }),
      ),
      email: Nullable(Text(254)),
    }),
    kinds: Type.Array(OneOf(effectKinds), { maxItems: effectKinds.length }),
    before: Nullable(ShownAccess),
    after: Nullable(ShownAccess),
  },
  { $id: 'PolicyHeldEffect' },
)

export const Decision = Shape({ digest: Digest })

/** The cause of a freeze as it is answered. */
export function presentCause(
  detail: FreezeDetail,
): Pick<Static<typeof HeldChange>, 'limit' | 'referents'> {
  return {
    limit: 'referents' in detail ? null : detail,
    referents: referentsOf(detail)
      .slice(0, 100)
      .map(({ type, id }) => ({ type: recordTypes[type], id: encodeId(type, id) })),
  }
}
