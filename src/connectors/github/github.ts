import { defaultsOf, describeVendor, has } from '../pull/describe-vendor.ts'
import { byToken } from '../pull/connector.ts'
import { GithubSettings } from './github-settings.ts'
import type { GroupMapping, Mapping, MemberMapping } from '../file/mapping.ts'
import { flag } from '../file/complete-mapping.ts'

const ids = ['id', 'databaseId', 'node.databaseId', 'member_id', 'user.id']

const teamMember: MemberMapping = {
  account_vendor_id: ids,
  account_email: [],
  only_when: [],
  role: {
    path: ['role'],
    values: { member: 'member', maintainer: 'maintainer', admin: 'admin' },
    otherwise: 'member',
  },
}

const collaborator: MemberMapping = {
  ...teamMember,
  role: {
    path: ['role_name', 'permission', 'role'],
    values: {
      read: 'read',
      pull: 'read',
      triage: 'triage',
      write: 'write',
      push: 'write',
      maintain: 'maintain',
      admin: 'admin',
    },
    otherwise: 'member',
  },
}

/** GitHub: members of an organisation, teams, repositories and their people, and the table of an enterprise's people. */
const githubMapping: Mapping = {
  account: {
    when: ['login', 'node.login', 'GitHub com login'].map((path) => [
      { path, exists: true },
      { path: 'full_name', exists: false },
    ]),
    kinds: [
      {
        kind: 'bot',
        // A mannequin stands for people whom an import from elsewhere did not find.
        when: [
          [{ path: 'type', one_of: ['bot', 'mannequin'] }],
          [{ path: '__typename', one_of: ['bot', 'mannequin'] }],
        ],
      },
      { kind: 'guest', when: [[{ path: 'organization_role', one_of: ['outside_collaborator'] }]] },
    ],
    vendor_id: [...ids, 'login', 'node.login', 'GitHub com login'],
    handle: ['login', 'node.login', 'GitHub com login'],
    email: [
      'email',
      'node.email',
      'organizationVerifiedDomainEmails[0]',
      'saml_name_id',
      'GitHub com verified domain emails',
      'GitHub com saml name id',
    ],
    first_name: [],
    last_name: [],
    full_name: ['name', 'node.name', 'GitHub com name', 'login', 'node.login', 'GitHub com login'],
    created_at: ['created_at', 'node.createdAt', 'createdAt'],
    state: {
      sources: [
        flag('suspended', true, 'suspended'),
        // Of GitHub Enterprise Server.
        ...['suspended_at', 'suspendedAt'].map((path) => ({
          path,
          day: true,
          values: { true: 'suspended' as const },
        })),
        // Of a membership of an organisation, and of a team.
        {
          path: 'state',
          values: { active: 'active', pending: 'suspended' },
          ignore_others: true,
        },
      ],
      otherwise: 'active',
      new_values: ['pending'],
    },
    profile_root: null,
    profile_extra: {},
    profile_omit: [
      'avatar_url',
      'gravatar_id',
      'url',
      'followers_url',
      'following_url',
      'gists_url',
      'starred_url',
      'subscriptions_url',
      'organizations_url',
      'repos_url',
      'events_url',
      'received_events_url',
    ],
  },
  groups: [
    groupOf('codehost_project', [
      { path: 'full_name', exists: true },
      { path: 'owner', exists: true },
    ]),
    groupOf('codehost_group', [
      { path: 'slug', exists: true },
      { path: 'name', exists: true },
    ]),
  ],
  memberships: [
    {
      when: [
        { path: 'team_id', exists: true },
        { path: 'login', exists: true },
      ],
      resource_type: 'codehost_group',
      group_vendor_id: ['team_id'],
      member: teamMember,
    },
  ],
  // Invitations, whose ids are not those of accounts.
  ignore: {
    when: ['invitation_teams_url', 'invitation_source', 'invitee'].map((path) => [
      { path, exists: true },
    ]),
  },
}

function groupOf(
  type: 'codehost_project' | 'codehost_group',
  when: GroupMapping['when'],
): GroupMapping {
  const isTeam = type === 'codehost_group'
  return {
    when,
    resource_type: type,
    vendor_id: ['id', 'databaseId'],
    parent_vendor_id: isTeam ? ['parent.id', 'parent_team_id'] : [],
    name: ['name'],
    handle: isTeam ? ['slug'] : ['full_name'],
    members_at: isTeam ? ['members'] : ['collaborators'],
    members: isTeam ? teamMember : collaborator,
  }
}

export const github = describeVendor({
  name: 'github',
  label: 'GitHub',
  kinds: ['codehost'],
  detail: 'The members, teams and repositories of an organisation, read by a token',
  hasOwnNames: true,
  selfServiceKeys: [
    'name',
    'company',
    'location',
    'bio',
    'blog',
    'email',
    'twitter_username',
    'hireable',
  ],
  defaults: defaultsOf({
    mapping: githubMapping,
    policyKeys: ['site_admin', 'organization_role', 'account_kind'],
  }),
  exports: {
    marks: [
      has('login', 'node_id'),
      has('login', 'site_admin'),
      has('login', 'tfa_enabled'),
      has('node.login'),
      has('GitHub com login'),
      has('Login', 'GitHub com user'),
      has('login', 'role', 'dormant?'),
      has('slug', 'privacy', 'permission'),
      has('slug', 'members_url'),
      has('full_name', 'owner.login'),
    ],
  },
  api: {
    ...byToken,
    settings: GithubSettings,
    url: 'https://api.github.com',
    form: {
      url: {
        label: 'Address',
        hint: 'Of the API; https://host/api/v3 of GitHub Enterprise Server',
      },
      organization: { label: 'Organisation', hint: 'Its login, as in its address' },
    },
    secret: { kind: 'token', label: 'Access token' },
    rights: [
      {
        secret:
          'a personal access token (classic) of an owner of the organisation: `read:org`, `read:user`, `user:email`, and `repo` for repositories and their people',
        may: 'read members, teams and repositories. With single sign-on, authorise the token for the organisation',
      },
    ],
    nameOf: ({ url, organization }) => `${url} ${organization}`,
    load: async () => (await import('./github-client.ts')).reading,
  },
})
