import { Type, type Static } from 'typebox'
import { directoryUserStates, rulesetTypes } from '../../contract/states.ts'
import { Count, Id, Instant, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { PolicyResource } from '../shapes/schema.ts'
import { maximumShown, OneAccess } from '../what-if/schema.ts'

export const comparedKinds = ['only_here', 'only_there', 'differs', 'same'] as const
export type ComparedKind = (typeof comparedKinds)[number]

const Side = Shape({
  id: Id('directoryUser'),
  full_name: Text(401, { examples: ['Ada Moreau'] }),
  state: {
    ...OneOf(directoryUserStates),
    description: 'The state that the person has now',
  },
  at: Instant,
})

/** What was written when a stay began or ended: the change that made the difference. */
const Cause = Shape(
  {
    at: Instant,
    event: Text(100, { examples: ['directory.identity.change'] }),
    audit_log_id: Id('auditLog'),
  },
  {
    description:
      'Of two dates: what changed together with the person’s place there, as the audit log has it; the place itself where nothing else did',
  },
)
export type CauseJson = Static<typeof Cause>

/** What two people have, or one person on two dates. */
export const Comparison = Shape(
  {
    here: Side,
    there: Side,
    count: Shape({ only_here: Count, only_there: Count, differs: Count, same: Count }),
    data: Type.Array(
      Shape({
        kind: OneOf(comparedKinds, {
          description: '`differs`: another role, or grace on one side only',
        }),
        type: OneOf(rulesetTypes),
        policy_resource: PolicyResource,
        policy_ruleset_id: Id('ruleset'),
        here: Nullable(OneAccess),
        there: Nullable(OneAccess),
        why: Text(2000, { examples: ['does not meet: department is Sales'] }),
        cause: Nullable(Cause),
      }),
      {
        maxItems: maximumShown,
        description: `By kind, then by name; at most ${maximumShown}. \`count\` has them all`,
      },
    ),
  },
  { $id: 'AccessComparison' },
)
export type ComparisonJson = Static<typeof Comparison>
