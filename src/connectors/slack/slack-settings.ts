import { Type, type Static } from 'typebox'
import { ConnectionSettings } from '../pull/connector.ts'
import { restSettings } from '../rest/rest-settings.ts'

/** Of a Slack workspace. */
export const SlackSettings = ConnectionSettings(
  'slack',
  {
    ...restSettings,
    url: {
      ...restSettings.url,
      description: 'Of the API: `https://slack.com/api`, or a proxy of it',
      examples: ['https://slack.com/api'],
    },
    team_id: Type.Optional(
      Type.String({
        pattern: '^T[A-Z0-9]{2,30}$',
        description: 'The workspace that is read, where the token is of an organisation',
        examples: ['T1234567890'],
      }),
    ),
  },
  { title: 'Slack' },
)
export type SlackSettings = Static<typeof SlackSettings>
