import { Type, type Static } from 'typebox'
import { restSettings } from '../rest/rest-settings.ts'

/** Of a Slack workspace. The url is `https://slack.com/api`. */
export const SlackSettings = Type.Object(
  {
    ...restSettings,
    team_id: Type.Optional(
      Type.String({
        pattern: '^T[A-Z0-9]{2,30}$',
        description: 'The workspace that is read, where the token is of an organisation',
        examples: ['T1234567890'],
      }),
    ),
  },
  { additionalProperties: false },
)
export type SlackSettings = Static<typeof SlackSettings>
