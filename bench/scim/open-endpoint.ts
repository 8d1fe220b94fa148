import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMuster } from '../../sdk/src/index.ts'
import { readConfig } from '../../src/config.ts'
import type { ScimProfile } from '../../src/contract/states.ts'
import { createLogger } from '../../src/log.ts'
import { startServer } from '../../src/main.ts'

/** The SCIM endpoint of an empty Muster with its own embedded PostgreSQL, and a secret that opens it. */
export type ScimEndpoint = { url: string; secret: string; close: () => Promise<void> }

export async function openScimEndpoint(profile: ScimProfile): Promise<ScimEndpoint> {
  const directory = join(tmpdir(), `muster-scim-${randomUUID()}`)
  const settings = {
    MUSTER_DATA_DIRECTORY: join(directory, 'data'),
    MUSTER_PORT: '0',
    MUSTER_CONSOLE: 'off',
  }
  const running = await startServer(readConfig(settings, {}), createLogger('warn'))
  const close = async () => {
    await running.stop()
    await rm(directory, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const { address: origin, ownerToken: token = '' } = running
    const muster = createMuster({ origin, token, retries: 0 })
    const integration = await muster.post('/workspace/integrations', {
      body: { handle: 'idp', vendor: 'idp', type: 'scim', is_primary: true, scim_profile: profile },
    })
    const { secret } = await muster.post('/workspace/integrations/{integration}/scim-secrets', {
      params: { path: { integration: integration.id } },
      body: { name: 'collection' },
    })
    if (integration.scim_url === null) throw new Error('the integration has no SCIM endpoint')
    return { url: integration.scim_url, secret, close }
  } catch (error) {
    await close()
    throw error
  }
}
