import { Type, type Static } from 'typebox'
import { ConnectionSettings } from '../pull/connector.ts'
import { restSettings } from '../rest/rest-settings.ts'

/** Of one organisation of GitHub. */
export const GithubSettings = ConnectionSettings(
  'github',
  {
    ...restSettings,
    url: {
      ...restSettings.url,
      description:
        'Of the API: `https://api.github.com`, or `https://host/api/v3` of GitHub Enterprise Server',
      examples: ['https://api.github.com'],
    },
    organization: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$',
      description: 'Its login, as in its address',
      examples: ['acme'],
    }),
    reads_repositories: Type.Optional(
      Type.Boolean({
        description: 'False leaves out repositories and who may use them',
        examples: [false],
      }),
    ),
  },
  { title: 'GitHub' },
)
export type GithubSettings = Static<typeof GithubSettings>
