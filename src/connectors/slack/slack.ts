import { defaultsOf, describeVendor, has } from '../pull/describe-vendor.ts'
import { byToken } from '../pull/connector.ts'
import { slackMapping } from './slack-mapping.ts'
import { SlackSettings } from './slack-settings.ts'

export const slack = describeVendor({
  name: 'slack',
  label: 'Slack',
  kinds: ['chat'],
  detail: 'Its members, channels and user groups, read by a token',
  hasOwnNames: true,
  selfServiceKeys: [
    'title',
    'phone',
    'skype',
    'pronouns',
    'real_name',
    'real_name_normalized',
    'display_name',
    'display_name_normalized',
    'first_name',
    'last_name',
    'status_text',
    'status_emoji',
    'fields',
    'start_date',
  ],
  defaults: defaultsOf({
    mapping: slackMapping,
    // Members write their title, phone and names themselves.
    policyKeys: ['is_admin', 'is_restricted', 'is_ultra_restricted', 'account_kind'],
  }),
  exports: {
    marks: [
      has('profile.real_name', 'id'),
      has('team_id', 'is_usergroup'),
      has('team_id', 'deleted'),
      has('userid', 'username', 'billing-active'),
      has('creator', 'is_private'),
      has('creator', 'is_archived', 'members'),
      has('handle', 'users', 'name'),
      has('id', 'handle', 'user_count'),
      [{ path: '.', is_text: true }],
    ],
  },
  api: {
    ...byToken,
    settings: SlackSettings,
    url: 'https://slack.com/api',
    form: {
      url: { label: 'Address', hint: 'Of the API; Slack’s own unless a proxy stands before it' },
    },
    moreForm: {
      team_id: { label: 'Workspace', hint: 'Its id, where the token is of an organisation' },
    },
    secret: { kind: 'token', label: 'Bot or user token of an app' },
    rights: [
      {
        secret:
          'the bot token (`xoxb-…`) of an app under [api.slack.com/apps](https://api.slack.com/apps) > *OAuth & Permissions*, with the scopes `users:read`, `users:read.email`, `channels:read`, `groups:read` and `usergroups:read`, installed in the workspace',
        may: 'read members, public channels, user groups, and those private channels that the app was invited to. Without `users:read.email` a sync fails and says so, because accounts would lose their addresses',
      },
    ],
    nameOf: ({ url, team_id: team }) => (team === undefined ? url : `${url} (${team})`),
    load: async () => (await import('./slack-client.ts')).reading,
  },
})
