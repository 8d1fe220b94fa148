import type { Reader, Transaction, RowOf } from '../../database/database.ts'
import { noSuch } from '../../http/refusals/problem.ts'

export function selectScimSecrets(db: Reader) {
  return db
    .selectFrom('scim_secret')
    .select([
      'id',
      'integration_id',
      'name',
      'created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ])
}

export type ScimSecretRow = RowOf<typeof selectScimSecrets>

/** The secret of that integration that the path names; 404 where there is none. */
export async function requireScimSecret(
  db: Reader,
  { integration, secret }: { integration: string; secret: string },
): Promise<ScimSecretRow> {
  const found = await selectScimSecrets(db)
    .where('integration_id', '=', integration)
    .where('id', '=', secret)
    .executeTakeFirst()
  if (found === undefined) throw noSuch('scimSecret', secret)
  return found
}

/** A secret changes only by its revocation. */
export function secretVersion({ revoked_at: revokedAt }: ScimSecretRow): number {
  return revokedAt === null ? 1 : 2
}

/** The integration, locked, so that its secrets are counted and changed one request at a time. 404 where there is none. */
export async function lockIntegration(
  tx: Transaction,
  id: string,
): Promise<{ id: string; type: string }> {
  const found = await tx
    .selectFrom('integration')
    .select(['id', 'type'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found === undefined) throw noSuch('integration', id)
  return found
}
