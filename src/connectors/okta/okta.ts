import { defaultsOf, describeVendor, has, oneOf } from '../pull/describe-vendor.ts'
import { byToken, ConnectionSettings } from '../pull/connector.ts'
import { restSettings } from '../rest/rest-settings.ts'
import type { Mapping } from '../file/mapping.ts'
import { unconfirmed } from '../file/complete-mapping.ts'

/** Okta's users list, its groups with a `members` list, and rows of group and user ids. */
const oktaMapping: Mapping = {
  account: {
    when: [
      [{ path: 'profile.login', exists: true }],
      [{ path: 'login', exists: true }],
      [
        { path: 'id', exists: true },
        { path: 'status', exists: true },
      ],
    ],
    vendor_id: ['id', 'user.id', 'User Id'],
    handle: ['profile.login', 'login'],
    email: ['profile.email', 'email', 'Primary Email'],
    unconfirmed: unconfirmed('credentials.emails[type=primary].status'),
    first_name: ['profile.firstName', 'firstName', 'First Name'],
    last_name: ['profile.lastName', 'lastName', 'Last Name'],
    full_name: ['profile.displayName', 'displayName'],
    created_at: ['created', 'Created Date'],
    state: {
      sources: [
        {
          path: 'status',
          values: {
            staged: 'suspended',
            // Let in by an administrator, and not yet by the person: "pending user action".
            provisioned: 'suspended',
            activating: 'suspended',
            active: 'active',
            recovery: 'active',
            password_expired: 'active',
            // A lock ends by itself.
            locked_out: 'active',
            suspended: 'suspended',
            deactivating: 'deactivated',
            deprovisioned: 'deactivated',
          },
        },
      ],
      otherwise: 'active',
      new_values: ['staged', 'provisioned', 'activating'],
    },
    profile_root: 'profile',
    profile_extra: {},
    profile_omit: [],
  },
  groups: [
    {
      when: [
        { path: 'profile.name', exists: true },
        { path: 'profile.login', exists: false },
      ],
      resource_type: 'idp_group',
      vendor_id: ['id'],
      parent_vendor_id: [],
      name: ['profile.name'],
      handle: ['profile.name'],
      members_at: ['members', '_embedded.users', 'users'],
      members: {
        account_vendor_id: ['id', 'userId', '.'],
        account_email: [],
        only_when: [],
        role: { path: [], values: {}, otherwise: 'member' },
      },
    },
  ],
  memberships: ['groupId', 'group_id', 'group.id'].map((groupId) => ({
    when: [{ path: groupId, exists: true }],
    resource_type: 'idp_group' as const,
    group_vendor_id: [groupId],
    member: {
      account_vendor_id: ['userId', 'user_id', 'user.id', 'id'],
      account_email: [],
      only_when: [],
      role: { path: [], values: {}, otherwise: 'member' },
    },
  })),
}

export const okta = describeVendor({
  name: 'okta',
  label: 'Okta',
  kinds: ['idp'],
  detail: 'Its users, groups and members, read by an API token',
  selfServiceKeys: [
    'nickName',
    'displayName',
    'mobilePhone',
    'secondEmail',
    'preferredLanguage',
    'locale',
    'timezone',
  ],
  defaults: defaultsOf({
    mapping: oktaMapping,
    badgeIdProfileKey: 'badgeId',
    employeeIdProfileKey: 'employeeNumber',
    employeeAltIdProfileKey: 'employeeAltNumber',
    managerProfileKey: 'managerId',
    parentProfileKey: 'parentId',
    policyKeys: [
      'department',
      'division',
      'title',
      'costCenter',
      'userType',
      'location',
      'startDate',
      'organization',
      'countryCode',
      'badgeId',
    ],
    dimensions: ['department', 'division', 'title', 'costCenter'],
  }),
  exports: {
    marks: [
      has('profile.login'),
      has('Login', 'Primary Email', 'Status'),
      [oneOf('objectClass', 'okta:user_group')],
      [oneOf('type', 'okta_group', 'app_group', 'built_in'), ...has('profile.name')],
    ],
  },
  api: {
    ...byToken,
    settings: ConnectionSettings('okta', restSettings, { title: 'Okta' }),
    form: {
      url: { label: 'Address', hint: 'Of the organisation, such as https://acme.okta.com' },
    },
    secret: { kind: 'token', label: 'API token' },
    rights: [
      {
        secret:
          'an API token: *Security > API > Tokens*, made by an administrator with the role *Read-Only Administrator*',
        may: 'read users and groups. It ends with that administrator, and when no one uses it for 30 days',
      },
    ],
    nameOf: ({ url }) => url,
    load: async () => (await import('./okta-client.ts')).reading,
  },
})
