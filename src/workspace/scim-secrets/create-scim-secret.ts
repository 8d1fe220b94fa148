import { sql } from 'kysely'
import { credentialState } from '../../access/credential-state.ts'
import { record } from '../../audit/record.ts'
import { createScimSecret as newSecret, hashToken } from '../../access/token-secret.ts'
import { encodeId } from '../../contract/ids.ts'
import { dayMilliseconds } from '../../contract/time.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { requireFuture, instant } from '../../http/shapes/schema.ts'
import { writeRoute } from '../../http/route/route.ts'
import { mostLiveSecrets } from '../integrations/schema.ts'
import { lockIntegration, selectScimSecrets } from './queries.ts'
import { CreatedScimSecret, NewScimSecret, presentScimSecret } from './schema.ts'

export const createScimSecret = writeRoute({
  id: 'createScimSecret',
  method: 'POST',
  url: '/workspace/integrations/:integration/scim-secrets',
  summary: 'Make a SCIM secret',
  description:
    'The bearer secret with which an identity provider pushes users and groups to `scim_url`, and nothing else. It does not end by itself unless `expires_at` or `expires_in_days` ' +
    'says so. At most two live at once: make the second, give it to the identity provider, and revoke the first. Only for an integration of type scim. It needs ' +
    '`workspace.integration.sync` too. `secret` is in this response only.',
  access: { locked: 'workspace.integration.manage' },
  params: { integration: 'integration' },
  body: NewScimSecret,
  status: 201,
  response: CreatedScimSecret,
  handler: async (context) => {
    const { tx, params, actor, now, services } = context
    const integration = await lockIntegration(tx, params.integration)
    await context.ask('workspace.integration.manage')
    await context.ask('workspace.integration.sync')
    const { name, ...life } = context.body()
    if (integration.type !== 'scim')
      throw unprocessable({
        type: [`is ${integration.type}: only integrations of type scim take SCIM`],
      })
    const expiresAt = endOf(life, now)
    context.countNewToken()
    await requireRoom(context)
    const secret = newSecret()
    const { id } = await tx
      .insertInto('scim_secret')
      .values({
        integration_id: integration.id,
        hash: hashToken(secret),
        name,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, actor, [
      {
        event: 'workspace.scim_secret.create',
        record: { kind: 'scimSecret', id },
        parent: { kind: 'integration', id: integration.id },
        changes: {
          name: { old: null, new: name },
          ...(expiresAt !== null && { expires_at: { old: null, new: instant(expiresAt) } }),
        },
      },
    ])
    context.showsSecret(null)
    context.location(
      `${baseUrl(services)}/workspace/integrations/${encodeId('integration', integration.id)}/scim-secrets/${encodeId('scimSecret', id)}`,
    )
    const row = await selectScimSecrets(tx).where('id', '=', id).executeTakeFirstOrThrow()
    return { secret, ...presentScimSecret(row, { services, now }) }
  },
})

type Life = { expires_at?: string | undefined; expires_in_days?: number | undefined }

function endOf({ expires_at, expires_in_days }: Life, now: Date): Date | null {
  if (expires_at !== undefined && expires_in_days !== undefined)
    throw unprocessable({ expires_at: ['is given together with expires_in_days: send one'] })
  if (expires_at !== undefined) return requireFuture('expires_at', expires_at, now)
  return expires_in_days === undefined
    ? null
    : new Date(now.getTime() + expires_in_days * dayMilliseconds)
}

async function requireRoom({
  tx,
  params,
  now,
}: {
  tx: Parameters<typeof selectScimSecrets>[0]
  params: { integration: string }
  now: Date
}): Promise<void> {
  const live = await selectScimSecrets(tx)
    .where('integration_id', '=', params.integration)
    .where(credentialState(now), '=', 'active')
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (live.count >= mostLiveSecrets)
    throw unprocessable({
      integration: [`has ${mostLiveSecrets} live SCIM secrets: revoke one of them first`],
    })
}
