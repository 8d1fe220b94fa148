import { Type, type Static } from 'typebox'
import { ConnectionSettings } from '../pull/connector.ts'
import { restFaults, restSettings } from '../rest/rest-settings.ts'

/** Of an instance of GitLab, or of one group on it. */
export const GitlabSettings = ConnectionSettings(
  'gitlab',
  {
    ...restSettings,
    url: {
      ...restSettings.url,
      description: 'Of the instance, such as `https://gitlab.com`',
      examples: ['https://gitlab.acme.example'],
    },
    group: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_.][A-Za-z0-9_./-]{0,254}$',
        description:
          'The path of a group: only it, what is in it and their members are read. Without it everything is, which needs the token of an administrator',
        examples: ['acme'],
      }),
    ),
    reads_projects: Type.Optional(
      Type.Boolean({ description: 'False leaves projects out', examples: [false] }),
    ),
  },
  { title: 'GitLab' },
)
export type GitlabSettings = Static<typeof GitlabSettings>

export function gitlabFaults(settings: GitlabSettings): Record<string, string> {
  const faults = restFaults(settings)
  const { url, group } = settings
  if (group !== undefined || faults['url'] !== undefined) return faults
  const isShared = new URL(url).hostname.toLowerCase() === 'gitlab.com'
  return isShared
    ? { ...faults, group: 'is needed on gitlab.com, where others have theirs' }
    : faults
}
