import { profileValuePermission } from '../../contract/permissions.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { refusedKey, selectReadableIntegrations, type ReadableIntegration } from './policy-keys.ts'
import type { OperationCall } from '../changes/operation-kind.ts'

type Source = { integrationId: string; profileKey: string }

/**
 * Requires for generated conditions on a profile key what a written one needs: 403 without the permission on
 * profiles, 422 `errors.profile_key` for a key that the integration does not list.
 */
export async function requireReadable(
  { tx, context }: Pick<OperationCall, 'tx' | 'context'>,
  { integrationId, profileKey }: Source,
): Promise<void> {
  await context.ask(profileValuePermission)
  requireListedKey(await selectReadableIntegrations(tx), { integrationId, profileKey })
}

/** 422 `errors.profile_key` for a key that its integration does not list. */
export function requireListedKey(
  integrations: readonly ReadableIntegration[],
  { integrationId, profileKey }: Source,
): void {
  const integration = integrations.find(({ id }) => id === integrationId)
  const refused = integration === undefined ? null : refusedKey(integration, profileKey)
  if (refused !== null) throw unprocessable({ profile_key: [refused] })
}
