import { Type, type Static } from 'typebox'
import { fewestMembers, mostRules } from '../../engine/suggest/suggest-rules.ts'
import { Count, Id, Instant, Nullable, Shape, Text } from '../../http/shapes/schema.ts'
import { conditionProperties } from '../conditions/condition-input.ts'

/** So many people are named; the counts have them all. */
export const mostNamed = 500

const person = { id: Id('directoryUser'), full_name: Text(401, { examples: ['Ada Moreau'] }) }

const SuggestedRule = Shape({
  description: Text(1000, { examples: ['department is Sales and userType is employee'] }),
  conditions: Type.Array(
    Shape({
      type: conditionProperties.type,
      resource_id: Nullable(Text(64, { examples: ['dratr_01kaf7m2t4e8j9p3q5r7s9v1wx'] })),
      profile_key: Nullable(Text(200, { examples: ['department'] })),
      profile_operator: conditionProperties.profile_operator,
      profile_value: Nullable(Text(1000, { examples: ['Sales'] })),
    }),
    { maxItems: 3, description: 'As drafting a rule takes them' },
  ),
  count: Shape(
    { people: Count, members: Count },
    {
      description: 'How many people the rule would admit, and how many of them are members',
    },
  ),
})

/** Rules that explain who is a member of a resource. */
export const SuggestedRules = Shape(
  {
    is_explained: {
      ...Type.Boolean(),
      description: `False where no rules admit half of the members, or fewer than ${fewestMembers} people are members`,
    },
    message: Text(500, { examples: ['These rules admit the members, and nobody else.'] }),
    role_handle: Nullable(
      Text(63, {
        description: 'The role that most members have at the vendor, if rules can give it',
        examples: ['member'],
      }),
    ),
    count: Shape(
      { members: Count, accounts_without_person: Count, missing: Count, extra: Count },
      { description: 'People, and accounts that belong to no one' },
    ),
    data: Type.Array(SuggestedRule, { maxItems: mostRules }),
    missing: Type.Array(
      Shape({ ...person, why: Text(700, { examples: ['meets none of these rules'] }) }),
      {
        maxItems: mostNamed,
        description: `Members whom no rule admits, by name; at most ${mostNamed}`,
      },
    ),
    extra: Type.Array(Shape(person), {
      maxItems: mostNamed,
      description: `People whom a rule admits and who are no members, by name; at most ${mostNamed}`,
    }),
    exceptions: Type.Array(
      Shape({
        user_id: Id('directoryUser'),
        role: Text(63, { examples: ['member'] }),
        reason: Text(1000, { examples: ['Is a member and meets none of the rules'] }),
        expires_at: Instant,
      }),
      {
        maxItems: mostNamed,
        description:
          'Of the missing who are named, those who could be let in, as creating an exception takes it',
      },
    ),
  },
  { $id: 'SuggestedRules' },
)
export type SuggestedRulesJson = Static<typeof SuggestedRules>
