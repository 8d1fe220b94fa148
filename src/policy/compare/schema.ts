import { Type, type Static } from 'typebox'
import { directoryUserStates, rulesetTypes } from '../../contract/states.ts'
import { ListOf } from '../../http/lists/list.ts'
import {
  Count,
  Id,
  Instant,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import { DirectoryUserSummary } from '../shapes/person-summary.ts'
import { PolicyResource } from '../shapes/schema.ts'
import { maximumShown, OneAccess } from '../what-if/schema.ts'

export const comparedKinds = ['only_here', 'only_there', 'differs', 'same'] as const
export type ComparedKind = (typeof comparedKinds)[number]
export const differentKinds = ['only_here', 'only_there', 'differs'] as const

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

const ManifestDifference = RecordShape(
  {
    id: Id('directoryUser'),
    kind: OneOf(differentKinds, {
      description:
        '`only_here`: was in the manifest then, and not later. `only_there`: the other way round. `differs`: another role or state',
    }),
    here: Nullable(OneAccess),
    there: Nullable(OneAccess),
    why: Text(2000, { examples: ['directory.identity.change at 2026-05-01T00:00:00.000Z'] }),
    cause: Nullable(Cause),
    included: Shape({ directory_user: DirectoryUserSummary }),
  },
  { $id: 'ManifestDifference' },
)
export type ManifestDifferenceJson = Static<typeof ManifestDifference>

/** A manifest on two dates. */
export const ManifestComparison = Shape({
  ...ListOf(ManifestDifference).properties,
  count: Type.Optional(
    Shape(
      { only_here: Count, only_there: Count, differs: Count, same: Count },
      {
        description: 'With `include=counts`: how many there are of each, regardless of the filters',
      },
    ),
  ),
})

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

/** The people of a team at most, and those of them who are named for each resource. */
export const mostOfTeam = 2000
export const mostNamed = 3

export const teamKinds = ['some', 'differs', 'common'] as const

const TeamMember = { id: Id('directoryUser'), full_name: Text(401, { examples: ['Ada Moreau'] }) }

/** What the people below someone have. */
export const TeamComparison = Shape(
  {
    count: Shape({ people: Count, some: Count, differs: Count, common: Count }),
    data: Type.Array(
      Shape({
        kind: OneOf(teamKinds, {
          description:
            '`some`: only some have it. `differs`: all have it, in different roles or some by grace. `common`: all have it in the same role',
        }),
        type: OneOf(rulesetTypes),
        policy_resource: PolicyResource,
        policy_ruleset_id: Id('ruleset'),
        count: Shape({ having: Count, lacking: Count }),
        roles: Type.Array(
          Shape({
            role_name: Text(200, { examples: ['Member'] }),
            role_handle: Text(63, { examples: ['member'] }),
            is_by_grace: Type.Boolean({
              description: 'They no longer qualify and stay for a while',
            }),
            policy_rule_id: Id('rule'),
            rule: Nullable(Text(1000, { examples: ['department is Sales'] })),
            count: Count,
          }),
          { maxItems: 1000, description: 'By role and rule, the most frequent first' },
        ),
        having: Type.Array(Shape(TeamMember), {
          maxItems: mostNamed,
          description: `The first ${mostNamed} by name`,
        }),
        lacking: Type.Array(
          Shape({
            ...TeamMember,
            why: Nullable(
              Text(2000, {
                description:
                  'What the person does not meet of the rule by which most of the others have it; null where that was not looked up',
                examples: ['does not meet: department is Sales'],
              }),
            ),
          }),
          { maxItems: mostNamed, description: `The first ${mostNamed} by name` },
        ),
      }),
      {
        maxItems: maximumShown,
        description: `By kind, then by name; at most ${maximumShown}. \`count\` has them all`,
      },
    ),
  },
  { $id: 'TeamComparison' },
)
export type TeamComparisonJson = Static<typeof TeamComparison>
