import type { Mapping } from '../mapping.ts'
import { unconfirmed } from './members.ts'

/** Okta's users list, its groups with a `members` list, and rows of group and user ids. */
export const oktaMapping: Mapping = {
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
