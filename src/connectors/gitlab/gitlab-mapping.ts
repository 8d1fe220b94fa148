import type { Mapping, MemberMapping, MembershipMapping, Test } from '../file/mapping.ts'
import { unconfirmed } from '../file/complete-mapping.ts'

const accessLevels = {
  '5': 'guest',
  '10': 'guest',
  '15': 'reporter',
  '20': 'reporter',
  '30': 'developer',
  '40': 'maintainer',
  '50': 'owner',
  '60': 'owner',
  guest: 'guest',
  planner: 'reporter',
  reporter: 'reporter',
  developer: 'developer',
  maintainer: 'maintainer',
  owner: 'owner',
} as const

const member: MemberMapping = {
  account_vendor_id: ['user_id', 'user.id'],
  account_email: [],
  // A row without a user is an open invitation by e-mail.
  only_when: [],
  role: { path: ['access_level'], values: accessLevels, otherwise: 'member' },
}
/** The members API puts the account's own id at the top of each row. */
const listedMember: MemberMapping = { ...member, account_vendor_id: ['user_id', 'id', 'user.id'] }

/** The user name or the address that GitLab makes for the token of a group or project. */
const botName = String.raw`(?:group|project)_?\d{1,19}_bot(?:_?[\da-z]{1,64})?(?:@noreply\.[^\s@]+)?`
/**
 * The user name or the address that GitLab makes for a service account; its random part tells it from a name that someone chose.
 */
export const serviceAccountName = String.raw`service_account_(?:(?:group|project)_\d{1,19}_)?[\da-f]{32}(?:@noreply\.[^\s@]+)?`

/** Accounts of GitLab itself. */
const internalUsers = [
  'ghost',
  'gitlab-bot',
  'support-bot',
  'alert-bot',
  'visual-review-bot',
  'suggested-reviewers-bot',
  'gitlab-admin-bot',
  'gitlab-automation-bot',
  'gitlab-llm-bot',
  'gitlab-migration-bot',
  'gitlab-security-bot',
  'gitlab-security-policy-bot',
  'gitlabduo',
  'gitlab-duo',
]
/** Types of users besides people and service accounts. */
const internalTypes = [
  'admin_bot',
  'alert_bot',
  'automation_bot',
  'duo_code_review_bot',
  'ghost',
  'group_bot',
  'import_user',
  'llm_bot',
  'migration_bot',
  'placeholder',
  'project_bot',
  'security_bot',
  'security_policy_bot',
  'suggested_reviewers_bot',
  'support_bot',
  'visual_review_bot',
]

/** GitLab's users, groups, projects and members (API lists, or the rows of an export). */
export const gitlabMapping: Mapping = {
  account: {
    // Lists of members show parts of accounts, under the account's own id.
    when: [
      [
        { path: 'username', exists: true },
        { path: 'access_level', exists: false },
        { path: 'membership_type', exists: false },
      ],
    ],
    kinds: [
      {
        kind: 'bot',
        when: [
          [{ path: 'bot', one_of: ['true'] }],
          [{ path: 'username', one_of: internalUsers }],
          [{ path: 'username', matches: botName }],
          [{ path: 'email', matches: botName }],
          [{ path: 'user_type', one_of: internalTypes }],
        ],
      },
      {
        kind: 'service',
        when: [
          [{ path: 'user_type', one_of: ['service_account', 'service_user'] }],
          [{ path: 'username', matches: serviceAccountName }],
          [{ path: 'email', matches: serviceAccountName }],
        ],
      },
      { kind: 'guest', when: [[{ path: 'external', one_of: ['true'] }]] },
    ],
    vendor_id: ['id', 'user_id'],
    handle: ['username'],
    email: ['email', 'public_email'],
    unconfirmed: unconfirmed('confirmed_at'),
    first_name: [],
    last_name: [],
    full_name: ['name', 'username'],
    created_at: ['created_at'],
    state: {
      sources: [
        {
          path: 'state',
          values: {
            active: 'active',
            blocked: 'suspended',
            ldap_blocked: 'suspended',
            blocked_pending_approval: 'suspended',
            banned: 'suspended',
            awaiting: 'suspended',
            created: 'suspended',
            invited: 'suspended',
            deactivated: 'deactivated',
          },
        },
        // Of lists of members.
        {
          path: 'membership_state',
          values: { active: 'active', awaiting: 'suspended', created: 'suspended' },
        },
      ],
      otherwise: 'active',
      pending: [
        ...unconfirmed('confirmed_at'),
        [{ path: 'invited', one_of: ['true'] }],
        [{ path: 'approved', one_of: ['false'] }],
      ],
      new_values: ['blocked_pending_approval', 'awaiting', 'created', 'invited'],
    },
    profile_root: null,
    profile_extra: {},
    profile_omit: ['avatar_url', 'last_sign_in_at', 'current_sign_in_at', 'last_activity_on'],
  },
  groups: [
    {
      when: [{ path: 'path_with_namespace', exists: true }],
      resource_type: 'codehost_project',
      vendor_id: ['id'],
      parent_vendor_id: ['namespace.id', 'namespace_id'],
      name: ['name'],
      handle: ['path_with_namespace'],
      members_at: ['members'],
      members: listedMember,
    },
    {
      when: [{ path: 'full_path', exists: true }],
      resource_type: 'codehost_group',
      vendor_id: ['id'],
      parent_vendor_id: ['parent_id'],
      name: ['name'],
      handle: ['full_path'],
      members_at: ['members'],
      members: listedMember,
    },
  ],
  memberships: [
    membershipOf(
      'codehost_group',
      'source_id',
      [{ path: 'source_type', one_of: ['namespace', 'group'] }],
      member,
    ),
    membershipOf(
      'codehost_project',
      'source_id',
      [{ path: 'source_type', one_of: ['project'] }],
      member,
    ),
    membershipOf('codehost_group', 'group_id', [{ path: 'group_id', exists: true }], listedMember),
    membershipOf(
      'codehost_project',
      'project_id',
      [{ path: 'project_id', exists: true }],
      listedMember,
    ),
  ],
  // Without a user it is an invitation, whose id is not an account's.
  members: {
    when: ['username', 'user_id', 'user.id'].map((user) => [
      { path: 'access_level', exists: true },
      { path: user, exists: true },
      { path: 'source_id', exists: false },
      { path: 'group_id', exists: false },
      { path: 'project_id', exists: false },
    ]),
  },
}

function membershipOf(
  type: MembershipMapping['resource_type'],
  groupId: string,
  when: readonly Test[],
  by: MemberMapping,
): MembershipMapping {
  return {
    when: [{ path: 'access_level', exists: true }, ...when],
    resource_type: type,
    group_vendor_id: [groupId],
    member: by,
  }
}
