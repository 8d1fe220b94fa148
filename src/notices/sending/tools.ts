import type { Database } from '../../database/database.ts'
import type { SecretKeys } from '../../database/secrets/secret-keys.ts'
import type { Services } from '../../http/route/services.ts'
import type { ListedHost } from '../../outgoing/listed-hosts.ts'

/** What telling people takes. */
export type NoticeTools = {
  database: Database
  publicOrigin: string
  secretKeys: SecretKeys
  webhookHosts: readonly ListedHost[]
  smtp: Services['smtp']
  storedChanges: Services['storedChanges']
  /** Without a console lines name commands. */
  hasConsole: boolean
  pauseMilliseconds: number
  /** How long what can't wait is gathered. */
  gatherMilliseconds: number
}
