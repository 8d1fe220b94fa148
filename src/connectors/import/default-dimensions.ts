import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { insertDimensions } from '../../policy/dimensions/write-dimensions.ts'
import type { Integration } from '../../workspace/integrations/queries.ts'
import type { DefaultDimension } from '../pull/describe-vendor.ts'

/**
 * Creates the dimensions that a vendor's profiles allow, whose values become attributes with the import that
 * follows. Existing handles are left alone, and so are keys that policy may not read. The caller holds the
 * exclusive policy lock.
 */
export async function makeDefaultDimensions(
  tx: Transaction,
  actor: AuditActor,
  { id: integrationId, policy_keys: keys }: Pick<Integration, 'id' | 'policy_keys'>,
  dimensions: readonly DefaultDimension[],
): Promise<void> {
  const rows = await tx.selectFrom('dimension').select('handle').execute()
  const taken = new Set(rows.map(({ handle }) => handle))
  const made = dimensions
    .filter(({ handle, profileKey }) => !taken.has(handle) && keys.includes(profileKey))
    .map(({ handle, name, profileKey }) => ({
      handle,
      name,
      profileKey,
      integrationId,
      attributesEnabled: true,
      expiresAfterDays: null,
    }))
  await insertDimensions(tx, actor, made)
}
