import type { Reader } from '../../database/database.ts'
import { SecretKeyMissing } from '../../database/secrets/secret-key.ts'
import type { Services } from '../../http/services.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { readCredentials } from '../credentials/stored-credentials.ts'
import { ImportRefused } from '../import/refuse-empty.ts'
import { storedSettings } from '../ldap/ldap-settings.ts'
import type { LdapTarget } from '../ldap/ldap-session.ts'

type Tools = Pick<Services, 'secretKeys' | 'connectorHosts'> & { signal: AbortSignal }

/** The directory of an integration, with its password. @throws ImportRefused if it can't be read */
export async function loadTarget(
  db: Reader,
  { secretKeys, connectorHosts, signal }: Tools,
  integration: Pick<Integration, 'id' | 'connection'>,
): Promise<LdapTarget> {
  const settings = storedSettings(integration)
  if (settings === null)
    throw new ImportRefused('The integration has no connection. Set one, and sync again.')
  const credentials = await readCredentials(db, secretKeys, integration.id).catch(refuse)
  return { settings, password: credentials?.password ?? null, hosts: connectorHosts, signal }
}

function refuse(error: unknown): never {
  if (error instanceof SecretKeyMissing) throw new ImportRefused(error.message, { cause: error })
  throw error
}
