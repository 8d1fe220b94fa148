import type { Reader } from '../../database/database.ts'
import { SecretKeyMissing } from '../../database/secrets/secret-key.ts'
import type { Services } from '../../http/route/services.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import { readCredentials } from '../credentials/stored-credentials.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { Connection, PullTools } from '../pull/connector.ts'
import { connectionOf } from '../vendors.ts'

type Tools = Pick<Services, 'secretKeys' | 'connectorHosts'> & { signal: AbortSignal }

/** How a source is reached, with its secret. */
export type PullTarget = PullTools & { connection: Connection }

/** The source of an integration. @throws ImportRefused if it can't be read */
export async function loadTarget(
  db: Reader,
  { secretKeys, connectorHosts, signal }: Tools,
  integration: Pick<Integration, 'id' | 'type' | 'connection'>,
): Promise<PullTarget> {
  const connection = connectionOf(integration)
  if (connection === null)
    throw new ImportRefused('The integration has no connection. Set one, and sync again.')
  const credentials = await readCredentials(db, secretKeys, integration.id).catch(refuse)
  const secret = credentials?.[connection.secret] ?? null
  return { connection, secret, hosts: connectorHosts, signal }
}

function refuse(error: unknown): never {
  if (error instanceof SecretKeyMissing) throw new ImportRefused(error.message, { cause: error })
  throw error
}
