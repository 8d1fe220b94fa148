import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { dataDirectoryOf } from '../../database/embedded/data-directory.ts'
import { keyOf } from '../../database/secrets/secret-key.ts'
import { secretKeysOf } from '../../database/secrets/secret-keys.ts'
import { failed, fine, type Check } from './check.ts'
import { exists } from './exists.ts'
import { explainError } from '../api/explain-error.ts'

/** Checks that the credentials of sources can be decrypted, and makes no key. Nothing where there are none. */
export async function checkSecretKey(client: Client, config: Config): Promise<Check[]> {
  const { rows: tables } = await client.query(
    `select where to_regclass('integration_secret') is not null`,
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ key: string; sources: number }>(
    'select key_id as key, count(*)::int as sources from integration_secret group by key_id order by key_id',
  )
  if (rows.length === 0) return []
  const name = 'secret key'
  const keys = secretKeysOf(config, dataDirectoryOf(config))
  const next = 'Sources with a credential are not read until then.'
  if (keys.file !== null && !(await exists(keys.file)))
    return [failed(name, `${keys.file} is not there. Restore it, or set MUSTER_SECRET_KEY.`, next)]
  try {
    const ring = await keys.load()
    for (const { key } of rows) keyOf(ring, key)
  } catch (error) {
    return [failed(name, explainError(error), next)]
  }
  const sources = rows.reduce((sum, each) => sum + each.sources, 0)
  return [
    fine(name, `is that of the credentials of ${sources} ${sources === 1 ? 'source' : 'sources'}`),
  ]
}
