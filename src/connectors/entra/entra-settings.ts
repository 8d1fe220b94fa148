import { Type, type Static } from 'typebox'
import { ConnectionSettings } from '../pull/connector.ts'
import { restFaults, restReceiver, restSettings } from '../rest/rest-settings.ts'

const { url, ...others } = restSettings
export const ownGraph = 'https://graph.microsoft.com'
const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

/** Of a tenant of Microsoft Entra, and the application that reads it. */
export const EntraSettings = ConnectionSettings(
  'entra',
  {
    ...others,
    url: Type.Optional({
      ...url,
      description: `Of Microsoft Graph; \`${ownGraph}\` by default`,
      examples: ['https://graph.microsoft.us'],
    }),
    tenant: Type.String({
      maxLength: 253,
      pattern: '^[A-Za-z0-9][A-Za-z0-9.-]*$',
      description: 'The id of the tenant, or one of its domains',
      examples: ['acme.onmicrosoft.com'],
    }),
    client_id: Type.String({
      pattern: uuid,
      description: 'The application (client) id',
      examples: ['5c1d1c62-6c1c-4b0e-9d0b-2a8b8a1c7f10'],
    }),
    reads_leave_dates: Type.Optional(
      Type.Boolean({
        description:
          'True reads the last day of people (`employeeLeaveDateTime`), which needs the permission User-LifeCycleInfo.Read.All',
        examples: [true],
      }),
    ),
  },
  { title: 'Microsoft Entra' },
)
export type EntraSettings = Static<typeof EntraSettings>

/** Where Graph is, and where its tokens come from. */
export function endpointsOf({ url: given = ownGraph }: EntraSettings): {
  graph: string
  login: string
} {
  const { origin, hostname } = new URL(given)
  return { graph: given, login: loginHosts[hostname] ?? origin }
}

/** Of the clouds that Microsoft runs. Another address is taken for a proxy that has both. */
const loginHosts: Readonly<Record<string, string>> = {
  'graph.microsoft.com': 'https://login.microsoftonline.com',
  'graph.microsoft.us': 'https://login.microsoftonline.us',
  'dod-graph.microsoft.us': 'https://login.microsoftonline.us',
  'microsoftgraph.chinacloudapi.cn': 'https://login.chinacloudapi.cn',
}

export function entraFaults(settings: EntraSettings): Record<string, string> {
  const { url: given = ownGraph } = settings
  return restFaults({ ...settings, url: given })
}

/** The settings that decide where the secret is sent, and for which application. */
export function entraReceiver(settings: EntraSettings): object {
  const { tenant, client_id: clientId } = settings
  const { graph: at } = endpointsOf(settings)
  return {
    ...restReceiver({ ...settings, url: at }),
    tenant: tenant.toLowerCase(),
    client_id: clientId.toLowerCase(),
  }
}
