import { Type, type Static } from 'typebox'
import { ConnectionSettings } from '../pull/connector.ts'
import { restReceiver, restSettings } from '../rest/rest-settings.ts'

/** Of a Google Workspace. */
export const GoogleSettings = ConnectionSettings(
  'google',
  {
    ...restSettings,
    url: {
      ...restSettings.url,
      description: '`https://admin.googleapis.com`, or a proxy that has all of Google’s hosts',
      examples: ['https://admin.googleapis.com'],
    },
    administrator: Type.String({
      maxLength: 254,
      pattern: '^[^@\\s]+@[^@\\s]+$',
      description: 'The address of the administrator that the service account impersonates',
      examples: ['directory.reader@acme.example'],
    }),
    customer: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_]{2,40}$',
        description: 'The id of the customer; by default that of the administrator',
        examples: ['C03az79cb'],
      }),
    ),
    reads_drives: Type.Optional(
      Type.Boolean({
        description:
          'True reads shared drives and their members too. That needs a scope that can read files',
        examples: [true],
      }),
    ),
  },
  { title: 'Google Workspace' },
)
export type GoogleSettings = Static<typeof GoogleSettings>

/** Another administrator would lend the key other rights. */
export function googleReceiver(settings: GoogleSettings): object {
  return { ...restReceiver(settings), administrator: settings.administrator.toLowerCase() }
}

export type GoogleEndpoints = {
  directory: string
  drive: string
  token: string
  origins: readonly string[]
}

export const ownHost = 'https://admin.googleapis.com'

/** Google's own hosts, or all at the url where that is another one. The file of a key has no say in it. */
export function endpointsOf({ url }: Pick<GoogleSettings, 'url'>): GoogleEndpoints {
  const base = url.replace(/\/+$/, '')
  const isOwn = base === ownHost
  const drive = isOwn ? 'https://www.googleapis.com' : base
  const token = isOwn ? 'https://oauth2.googleapis.com' : base
  return {
    directory: `${base}/admin/directory/v1/`,
    drive: `${drive}/drive/v3/`,
    token: `${token}/token`,
    origins: [drive, token].map((each) => new URL(each).origin),
  }
}
