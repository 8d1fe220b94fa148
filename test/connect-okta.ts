import { integrationDefaults } from '../src/connectors/vendors.ts'
import type { Database } from '../src/database/database.ts'
import { ensureIntegration } from '../src/workspace/integrations/create-integration.ts'
import { testActor } from './people-fixture.ts'

/**
 * Connects an Okta as the primary, whose accounts name managers by vendor id; policy may read these profile keys.
 * @returns its uuid
 */
export async function connectOkta(
  database: Database,
  policyKeys: readonly string[],
): Promise<string> {
  const { integration } = await database.transaction(({ tx }) =>
    ensureIntegration(tx, testActor, {
      ...integrationDefaults('idp', 'okta'),
      vendor: 'idp',
      type: 'okta',
      handle: 'okta',
      name: 'Okta',
      isPrimary: true,
      trustsEmail: false,
      managerProfileKey: 'managerId',
      managerProfileHolds: 'vendor_id',
      policyKeys,
    }),
  )
  return integration.id
}
