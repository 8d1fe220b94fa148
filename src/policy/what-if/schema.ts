import { Type, type Static } from 'typebox'
import { directoryUserStates, rulesetTypes } from '../../contract/states.ts'
import { Count, Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { PolicyResource } from '../shapes/schema.ts'

/** The most places that an answer shows. */
export const maximumShown = 1000

export const accessChanges = ['gain', 'lose', 'role', 'grace', 'end'] as const
export type AccessChange = (typeof accessChanges)[number]

export const OneAccess = Shape(
  {
    role_name: Text(200, { examples: ['Member'] }),
    role_handle: Text(63, { examples: ['member'] }),
    state: OneOf(['active', 'expiring']),
    until: Nullable(Instant),
    policy_rule_id: Id('rule'),
    rule: Nullable(Text(1000, { examples: ['department is Sales'] })),
  },
  { $id: 'OneAccess', description: 'What someone has by a manifest, and by which rule' },
)
export type OneAccessJson = Static<typeof OneAccess>

/** What someone has of one policy resource, seen twice. */
const ChangedAccess = Shape(
  {
    kind: OneOf(accessChanges, {
      description:
        '`gain` or `lose`: only then, or only now. `role`: another role. `grace`: they no longer qualify and stay for a while. `end`: another end',
    }),
    type: OneOf(rulesetTypes),
    policy_resource: PolicyResource,
    policy_ruleset_id: Id('ruleset'),
    before: Nullable(OneAccess),
    after: Nullable(OneAccess),
    why: Text(2000, { examples: ['would not meet: department is Sales'] }),
  },
  { $id: 'ChangedAccess' },
)
export type ChangedAccessJson = Static<typeof ChangedAccess>

/** What one person would have. */
export const WhatIf = Shape(
  {
    at: Instant,
    assumed: Shape({
      state: Nullable(OneOf(directoryUserStates)),
      manager: Nullable(
        Shape({ id: Nullable(Id('directoryUser')), full_name: Nullable(Text(401)) }),
      ),
      values: Type.Array(
        Shape({
          identity_id: Id('identity'),
          integration_handle: Text(63, { examples: ['idp'] }),
          profile_key: Text(200, { examples: ['department'] }),
          values: Type.Array(Text(1000), { maxItems: 100, examples: [['Sales']] }),
        }),
        { maxItems: 50 },
      ),
    }),
    eligibility: Shape({
      is_eligible: Type.Boolean(),
      reasons: Type.Array(Text(600), { maxItems: 3, examples: [['is suspended']] }),
    }),
    count: Shape({
      gain: Count,
      lose: Count,
      role: Count,
      grace: Count,
      end: Count,
      unchanged: Count,
    }),
    data: Type.Array(ChangedAccess, {
      maxItems: maximumShown,
      description: `By kind, then by name; at most ${maximumShown}. \`count\` has them all`,
    }),
  },
  { $id: 'WhatIf' },
)
export type WhatIfJson = Static<typeof WhatIf>
