import {
  integrationVendors,
  memberStatuses,
  resourceStates,
  resourceTypes,
} from '../../contract/states.ts'
import { Type } from 'typebox'
import {
  Count,
  Id,
  Instant,
  Nullable,
  OneOf,
  Shape,
  Text,
  RecordShape,
} from '../../http/shapes/schema.ts'
import { externalId, VendorMembership } from '../../policy/shapes/schema.ts'
import { DirectoryIdentity, withheldOfIdentity } from '../identities/identity-shape.ts'

const link = Text(2000, {
  examples: ['https://muster.example/api/v1/directory/resources/dirsc_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

const rowProperties = {
  id: Id('resource'),
  state: OneOf(resourceStates),
  type: OneOf(resourceTypes),
  integration_id: Id('integration'),
  integration_vendor: OneOf(integrationVendors),
  integration_handle: Text(63, { examples: ['codehost'] }),
  vendor_id: Text(200, { examples: ['4711'] }),
  parent_id: Nullable(Id('resource')),
  name: Text(200, { examples: ['platform'] }),
  handle: Nullable(Text(200, { examples: ['acme/platform'] })),
  ruleset_id: Nullable(Id('ruleset')),
  timestamp: Shape({ created_at: Instant, updated_at: Instant }),
  links: Shape({
    self: link,
    integration: link,
    parent: Nullable(link),
    members: link,
    ruleset: Nullable(link),
  }),
}

/** A vendor object that has members, in a list. */
export const ListedResource = RecordShape(
  {
    ...rowProperties,
    count: Type.Optional(
      Shape(
        {
          members: Count,
          manifest_users: Nullable(
            Type.Integer({
              minimum: 0,
              description: 'Null without a ruleset, and without `policy.rule.view`',
              examples: [12],
            }),
          ),
        },
        {
          description:
            'With `include=counts` of the list: how many accounts are members, and how many people are in the manifest',
        },
      ),
    ),
  },
  { $id: 'ListedDirectoryResource' },
)

/** A resource of which a person is a member. */
export const PersonResource = RecordShape(
  {
    ...rowProperties,
    has: {
      ...VendorMembership,
      description:
        'What the person has, as it was last read. If several accounts are members, one with another role than it should have comes first',
    },
    should: Type.Optional(
      Nullable(
        Shape(
          {
            role_handle: Text(63, { examples: ['member'] }),
            role_name: Text(200, { examples: ['Member'] }),
            since: Instant,
          },
          {
            description:
              'What the person should have, by the manifest of the resource; null if that is nothing. Left out without `policy.rule.view`',
          },
        ),
      ),
    ),
    drift: Type.Optional(
      OneOf(memberStatuses, {
        description:
          '`extra`: should not be a member. `role_differs`: an account should have another role. `unmanaged`: no rule concerns the membership. `in_sync`: as it should be. ' +
          'Left out without `policy.rule.view`',
      }),
    ),
  },
  { $id: 'PersonResource' },
)

export const DescribedResource = RecordShape(
  {
    ...rowProperties,
    external_id: externalId,
    count: Shape({ members: Count, child_resources: Count }),
  },
  { $id: 'DirectoryResource' },
)

/** An identity as a member: the contract's shape, and its part in the resource. */
export const ResourceMember = RecordShape(
  {
    ...DirectoryIdentity.properties,
    vendor_id: Nullable(DirectoryIdentity.properties.vendor_id),
    withheld: Type.Array(Type.Enum(withheldOfIdentity), {
      maxItems: withheldOfIdentity.length,
      description: 'The fields that are empty because you may not see them',
      examples: [[]],
    }),
    role_handle: Text(63, { examples: ['member'] }),
    timestamp: Shape({ first_seen_at: Instant }),
    links: Shape({ directory_identity: link, directory_user: Nullable(link) }),
  },
  { $id: 'ResourceMember' },
)
