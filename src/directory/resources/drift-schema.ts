import { Type, type Static } from 'typebox'
import { driftStatuses, identityStates } from '../../contract/states.ts'
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
import { ListOf } from '../../http/lists/list.ts'
import { DirectoryUserSummary } from '../../policy/shapes/person-summary.ts'
import { externalId, VendorMembership } from '../../policy/shapes/schema.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/directory/users/drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})
const roleHandle = Text(63, { examples: ['member'] })

const driftStatus = OneOf(driftStatuses, {
  description:
    '`missing`: should have it, and no account is a member. `extra`: a member who should not be one. `role_differs`: should have it, and ' +
    'an account is a member in another role. `unmanaged`: a member that no rule concerns. `in_sync`: every account that is a member has the role that it should have',
})

const withheldOfAccount = ['vendor_id', 'external_id', 'handle', 'full_name', 'email'] as const

const DriftAccount = Shape({
  id: Id('identity'),
  vendor_id: Nullable(Text(200, { examples: ['00u7ada'] })),
  external_id: externalId,
  handle: Nullable(Text(200, { examples: ['ada.moreau'] })),
  full_name: DirectoryUserSummary.properties.full_name,
  email: DirectoryUserSummary.properties.email,
  state: OneOf(identityStates),
  has: Nullable(VendorMembership),
  withheld: Type.Array(Type.Enum(withheldOfAccount), {
    maxItems: withheldOfAccount.length,
    description: 'The fields that are empty because you may not see them',
    examples: [[]],
  }),
})
export type DriftAccountJson = Static<typeof DriftAccount>

/** The fields of an account that reveal its person, as they are shown to a caller who may not see them. */
export const withheldAccount = {
  vendor_id: null,
  external_id: null,
  handle: null,
  full_name: '',
  email: null,
  withheld: [...withheldOfAccount],
}

export const maximumAccounts = 20

/** A person, or an account that belongs to no one: what they should have of a resource, and what they have. */
const Drift = RecordShape(
  {
    id: Type.String({
      maxLength: 32,
      description: 'The id of the person, or of the account that belongs to no one',
      examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
    }),
    status: driftStatus,
    is_held: Type.Boolean({
      description: 'What a source says of them waits for the decision on an incident',
    }),
    enters: Type.Boolean({
      description: 'With `rules=staged`: is not in the manifest, and would enter it',
    }),
    should: Nullable(
      Shape({
        role_handle: roleHandle,
        role_name: Text(200, { examples: ['Member'] }),
        since: Nullable({
          ...Instant,
          description:
            'Since when they should have this role. With `rules=staged` null for a role that they would only get',
        }),
        until: Nullable(Instant),
        why: Text(1000, { examples: ['department is Sales'] }),
        policy_user_id: Nullable(Id('policyUser')),
        policy_rule_id: Id('rule'),
      }),
    ),
    outside: Nullable(
      Text(700, {
        description: 'Why a member is not among those who should have it',
        examples: ['is deactivated'],
      }),
    ),
    has: Nullable({
      ...VendorMembership,
      description:
        'If several accounts are members, one with another role than it should have comes first',
    }),
    accounts: Type.Array(DriftAccount, {
      maxItems: maximumAccounts,
      description:
        'The accounts of the person that are members, those in another role than they should have first. If the person is `missing`: the accounts at the source of the resource that could become members',
    }),
    included: Shape({ directory_user: Nullable(DirectoryUserSummary) }),
    links: Shape({ directory_user: Nullable(link), explain: Nullable(link) }),
  },
  { $id: 'Drift' },
)
export type DriftJson = Static<typeof Drift>

const counts = Shape(
  {
    missing: Count,
    extra: Count,
    role_differs: Count,
    unmanaged: Count,
    in_sync: Count,
    entering_members: Type.Optional({
      ...Count,
      description: 'With `rules=staged`: those who would enter and are members already',
    }),
    entering_others: Type.Optional({
      ...Count,
      description: 'With `rules=staged`: those who would enter and are no members',
    }),
  },
  {
    description:
      'With `include=counts`: how many there are of each status, regardless of the filters',
  },
)
export type DriftCounts = Static<typeof counts>

const page = ListOf(Drift)
export const DriftPage = Shape({
  ...page.properties,
  count: Type.Optional(counts),
  is_capped: Type.Optional(
    Type.Boolean({
      description:
        'With `rules=staged`: there are so many people that some were not held against the drafts',
    }),
  ),
})
