import type { Mapping, MemberMapping } from '../file/mapping.ts'
import { unconfirmed } from '../file/complete-mapping.ts'

const member: MemberMapping = {
  account_vendor_id: ['user_id', 'id', '.'],
  account_email: [],
  only_when: [],
  role: { path: [], values: {}, otherwise: 'member' },
}

/** Slack's users.list, conversations.list with `members`, and usergroups.list with `users`. */
export const slackMapping: Mapping = {
  account: {
    when: [
      [
        { path: 'profile', exists: true },
        { path: 'deleted', exists: true },
      ],
      [
        { path: 'team_id', exists: true },
        { path: 'name', exists: true },
        { path: 'handle', exists: false },
        { path: 'creator', exists: false },
      ],
      [
        { path: 'userid', exists: true },
        { path: 'username', exists: true },
      ],
    ],
    kinds: [
      {
        kind: 'bot',
        when: [
          [{ path: 'is_bot', one_of: ['true'] }],
          [{ path: 'is_workflow_bot', one_of: ['true'] }],
          [{ path: 'is_connector_bot', one_of: ['true'] }],
          [{ path: 'id', one_of: ['uslackbot'] }],
          [{ path: 'status', one_of: ['bot'] }],
        ],
      },
      {
        kind: 'guest',
        when: [
          [{ path: 'is_restricted', one_of: ['true'] }],
          [{ path: 'is_ultra_restricted', one_of: ['true'] }],
          [{ path: 'is_stranger', one_of: ['true'] }],
          [{ path: 'status', one_of: ['guest', 'single-channel guest', 'multi-channel guest'] }],
        ],
      },
    ],
    vendor_id: ['id', 'userid'],
    handle: ['name', 'username'],
    email: ['profile.email', 'email'],
    unconfirmed: [
      ...unconfirmed('is_email_confirmed'),
      [{ path: 'is_invited_user', one_of: ['true'] }],
    ],
    first_name: ['profile.first_name'],
    last_name: ['profile.last_name'],
    full_name: ['profile.real_name', 'real_name', 'fullname', 'name'],
    created_at: [],
    state: {
      sources: [
        { path: 'deleted', values: { true: 'deactivated', false: 'active' } },
        { path: 'is_forgotten', values: { true: 'deactivated', false: 'active' } },
        {
          path: 'status',
          values: {
            'primary owner': 'active',
            owner: 'active',
            admin: 'active',
            member: 'active',
            'workspace owner': 'active',
            'workspace admin': 'active',
            'org owner': 'active',
            'org admin': 'active',
            invited: 'suspended',
            'invited member': 'suspended',
            'invited guest': 'suspended',
            'invited single-channel guest': 'suspended',
            'invited multi-channel guest': 'suspended',
            guest: 'active',
            'single-channel guest': 'active',
            'multi-channel guest': 'active',
            bot: 'active',
            deactivated: 'deactivated',
          },
        },
      ],
      otherwise: 'active',
      pending: [[{ path: 'is_invited_user', one_of: ['true'] }]],
      new_values: [
        'invited',
        'invited member',
        'invited guest',
        'invited single-channel guest',
        'invited multi-channel guest',
      ],
    },
    profile_root: 'profile',
    profile_extra: {
      is_admin: ['is_admin'],
      is_owner: ['is_owner'],
      is_bot: ['is_bot'],
      is_restricted: ['is_restricted'],
      is_ultra_restricted: ['is_ultra_restricted'],
    },
    profile_omit: [
      'avatar_hash',
      'image_24',
      'image_32',
      'image_48',
      'image_72',
      'image_192',
      'image_512',
      'image_1024',
      'image_original',
      'status_text',
      'status_text_canonical',
      'status_emoji',
      'status_emoji_display_info',
      'status_expiration',
      'huddle_state',
      'huddle_state_expiration_ts',
    ],
  },
  groups: [
    userGroupOf([{ path: 'is_usergroup', one_of: ['true'] }]),
    userGroupOf([
      { path: 'users', exists: true },
      { path: 'handle', exists: true },
    ]),
    channelOf('chat_private_channel', ['true']),
    channelOf('chat_public_channel', ['false', '']),
  ],
  memberships: [],
  members: {
    when: [
      // conversations.members and usergroups.users.list return only ids.
      [{ path: '.', is_text: true }],
      [
        { path: 'user_id', exists: true },
        ...['profile', 'username', 'channel', 'channel_id', 'usergroup', 'usergroup_id'].map(
          (path) => ({ path, exists: false }),
        ),
      ],
    ],
  },
}

function userGroupOf(when: Mapping['groups'][number]['when']): Mapping['groups'][number] {
  return {
    when,
    resource_type: 'chat_group',
    vendor_id: ['id'],
    parent_vendor_id: [],
    name: ['name', 'handle'],
    handle: ['handle'],
    members_at: ['users'],
    members: member,
  }
}

function channelOf(
  type: 'chat_private_channel' | 'chat_public_channel',
  isPrivate: string[],
): Mapping['groups'][number] {
  return {
    when: [
      { path: 'is_private', one_of: isPrivate },
      { path: 'name', exists: true },
      { path: 'profile', exists: false },
      // A conversation has its type, or at least its creator (the export archive).
      { path: 'creator', exists: true },
    ],
    resource_type: type,
    vendor_id: ['id'],
    parent_vendor_id: [],
    name: ['name'],
    handle: ['name'],
    members_at: ['members'],
    members: member,
  }
}
