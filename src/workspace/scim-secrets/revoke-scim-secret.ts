import { record } from '../../audit/record.ts'
import { writeRoute } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import { lockIntegration, secretVersion, requireScimSecret } from './queries.ts'

export const revokeScimSecret = writeRoute({
  id: 'revokeScimSecret',
  method: 'DELETE',
  url: '/workspace/integrations/:integration/scim-secrets/:secret',
  summary: 'Revoke a SCIM secret',
  description:
    'It opens nothing from the next request on. Revoking one that is revoked already changes nothing.',
  access: { locked: 'workspace.integration.manage' },
  params: { integration: 'integration', secret: 'scimSecret' },
  handler: async (context) => {
    const { tx, params, actor, now } = context
    const { id: integrationId } = await lockIntegration(tx, params.integration)
    const found = await requireScimSecret(tx, params)
    await context.ask('workspace.integration.manage')
    context.requireVersion(secretVersion(found))
    if (found.revoked_at !== null) return undefined
    await tx
      .updateTable('scim_secret')
      .set({ revoked_at: now })
      .where('id', '=', found.id)
      .execute()
    await record(tx, actor, [
      {
        event: 'workspace.scim_secret.revoke',
        record: { kind: 'scimSecret', id: found.id },
        parent: { kind: 'integration', id: integrationId },
        changes: { revoked_at: { old: null, new: instant(now) } },
      },
    ])
    return undefined
  },
})
