import { describeVendor, has, oneOf, usualDefaults } from '../pull/describe-vendor.ts'
import type { Mapping } from '../file/mapping.ts'

/** Parts of the enterprise extension that policy reads by flat names. */
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const flat = (...paths: string[]) => paths.map((path) => `${enterprise}.${path}`)

/** Users and groups of SCIM 2.0 (RFC 7643), as they are pushed or listed. */
const scimMapping: Mapping = {
  account: {
    when: [[{ path: 'userName', exists: true }]],
    kinds: (
      [
        ['bot', ['bot', 'app', 'application']],
        ['service', ['service', 'service account', 'service_account', 'serviceaccount']],
        ['guest', ['guest']],
      ] as const
    ).map(([kind, names]) => ({ kind, when: [[{ path: 'userType', one_of: [...names] }]] })),
    vendor_id: ['id'],
    handle: ['userName'],
    email: [
      'emails[primary=true].value',
      'emails[type=work].value',
      'emails[0].value',
      'email_of_user_name',
    ],
    first_name: ['name.givenName'],
    last_name: ['name.familyName'],
    full_name: ['name.formatted', 'displayName', 'nickName', 'userName'],
    created_at: ['meta.created'],
    state: {
      sources: [{ path: 'active', values: { true: 'active', false: 'suspended' } }],
      otherwise: 'active',
      new_values: [],
    },
    profile_root: null,
    profile_extra: {
      department: flat('department'),
      division: flat('division'),
      organization: flat('organization'),
      costCenter: flat('costCenter'),
      employeeNumber: flat('employeeNumber'),
      managerId: flat('manager.value'),
      country: ['addresses[primary=true].country', 'addresses[type=work].country'],
      location: ['addresses[primary=true].locality', 'addresses[type=work].locality'],
    },
    profile_omit: ['id', 'meta', 'schemas', 'groups', 'email_of_user_name'],
  },
  groups: [
    {
      when: [
        { path: 'displayName', exists: true },
        { path: 'userName', exists: false },
      ],
      resource_type: 'idp_group',
      vendor_id: ['id'],
      parent_vendor_id: [],
      name: ['displayName'],
      handle: ['displayName'],
      members_at: ['members'],
      members: {
        account_vendor_id: ['value'],
        account_email: [],
        // A group inside a group is no account.
        only_when: [{ path: 'type', one_of: ['', 'user'] }],
        role: { path: [], values: {}, otherwise: 'member' },
      },
    },
  ],
  memberships: [],
}

/** Any client that pushes by SCIM 2.0, and what such a service exports. */
export const scim = describeVendor({
  name: 'scim',
  label: 'SCIM',
  exportsLabel: 'a SCIM service',
  kinds: ['idp', 'file'],
  detail: 'An identity provider pushes its users and groups here, as Okta and Entra can',
  defaults: usualDefaults({
    mapping: scimMapping,
    policyKeys: [
      'department',
      'division',
      'title',
      'costCenter',
      'organization',
      'userType',
      'country',
      'location',
      'preferredLanguage',
    ],
  }),
  exports: {
    marks: [
      [
        oneOf(
          'schemas',
          'urn:ietf:params:scim:schemas:core:2.0:user',
          'urn:ietf:params:scim:schemas:core:2.0:group',
          'urn:scim:schemas:core:1.0',
        ),
      ],
      has('userName', 'emails[0].value', 'id'),
      has('userName', 'name.familyName', 'id'),
      has('userName', 'meta.resourceType'),
      [oneOf('meta.resourceType', 'user', 'group')],
    ],
  },
})
