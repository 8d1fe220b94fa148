import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { scimProfiles, type ScimProfile } from '../../contract/states.ts'
import { hashToken, isScimSecret } from '../../access/token-secret.ts'
import type { Database, Reader } from '../../database/database.ts'
import { Problem, unauthenticated } from '../../http/refusals/problem.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'

/** Who pushes: an integration, by one of its secrets. Ids are uuids. */
export type ScimCaller = { secretId: string; integration: Integration; profile: ScimProfile }

/** 403 for the secret of an integration that is deactivated. Ids are uuids. */
export class DeactivatedIntegration extends Problem {
  readonly integrationId: string
  readonly secretId: string

  constructor({ integrationId, secretId }: { integrationId: string; secretId: string }) {
    super(403, `The integration ${encodeId('integration', integrationId)} is deactivated.`)
    this.integrationId = integrationId
    this.secretId = secretId
  }
}

const sent = 'Send the SCIM secret of the integration in the header Authorization: Bearer <secret>.'

/**
 * The caller of a request to the endpoint of an integration (a uuid, or undefined where the path names none).
 * @throws Problem 401, and 403 where the integration is deactivated
 */
export async function authenticateScim(
  database: Database,
  header: string | undefined,
  integrationId: string | undefined,
): Promise<ScimCaller> {
  const secret = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1]
  if (secret === undefined) throw unauthenticated(sent)
  if (integrationId === undefined || !isScimSecret(secret)) throw refused()
  const found = await liveSecrets(database.read, integrationId)
    .select('s.id as secret_id')
    .select(
      sql<boolean>`s.last_used_at is null or s.last_used_at < current_instant() - interval '1 minute'`.as(
        'is_stale',
      ),
    )
    .where('s.hash', '=', hashToken(secret))
    .executeTakeFirst()
  if (found === undefined) throw refused()
  const { secret_id: secretId, is_stale: isStale, ...integration } = found
  const caller = callerOf(secretId, integration)
  if (isStale) await noteUse(database, secretId)
  return caller
}

function liveSecrets(db: Reader, integrationId: string) {
  return db
    .selectFrom('integration as g')
    .innerJoin('scim_secret as s', 's.integration_id', 'g.id')
    .selectAll('g')
    .where('g.id', '=', integrationId)
    .where('g.deleted_at', 'is', null)
    .where('s.revoked_at', 'is', null)
    .where(sql<boolean>`(s.expires_at is null or s.expires_at > current_instant())`)
}

/**
 * The caller as it is now: its secret may have been revoked in the meantime. A secret that is locked is revoked after the
 * transaction, so that nothing is written by a revoked one.
 */
export async function findScimCaller(
  db: Reader,
  { secretId, integration: { id } }: { secretId: string; integration: Pick<Integration, 'id'> },
  { isLocked } = { isLocked: false },
): Promise<ScimCaller> {
  const found = liveSecrets(db, id).where('s.id', '=', secretId)
  const integration = await (isLocked ? found.forShare('s') : found).executeTakeFirst()
  if (integration === undefined) throw refused()
  return callerOf(secretId, integration)
}

/** @throws DeactivatedIntegration */
function callerOf(secretId: string, integration: Integration): ScimCaller {
  if (integration.state !== 'active')
    throw new DeactivatedIntegration({ integrationId: integration.id, secretId })
  const profile = scimProfiles.find((each) => each === integration.scim_profile) ?? 'strict'
  return { secretId, integration, profile }
}

function refused(): Problem {
  return unauthenticated(
    'This SCIM secret is unknown, expired or revoked, or is of another integration.',
  )
}

/** A push that is under way holds the secret, and will be followed by another use. */
async function noteUse(database: Database, secretId: string): Promise<void> {
  await database.transaction(async ({ tx }) => {
    await sql`
      update scim_secret set last_used_at = current_instant()
      where id = (select id from scim_secret where id = ${secretId} for no key update skip locked)`.execute(
      tx,
    )
  })
}
