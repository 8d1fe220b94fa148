import { Value } from 'typebox/value'
import type { AuditActor } from '../audit/record.ts'
import type { IntegrationType, IntegrationVendor } from '../contract/states.ts'
import type { Database } from '../database/database.ts'
import { integrationDefaults } from '../connectors/file/default-mappings.ts'
import { Mapping } from '../connectors/file/mapping.ts'
import { ensureIntegration } from '../workspace/integrations/create-integration.ts'
import { CommandFailed } from './output.ts'

export type Vendor = {
  handle: string
  vendor: IntegrationVendor
  type: IntegrationType
  name: string
  isPrimary: boolean
  trustsEmail: boolean
  /** Instead of the vendor's default mapping. */
  mapping?: unknown
}

/** Connects a vendor with the defaults of its product, unless it is connected already. */
export async function connectVendor(
  database: Database,
  actor: AuditActor,
  vendor: Vendor,
): Promise<void> {
  const { mapping: given, ...rest } = vendor
  const defaults = integrationDefaults(vendor.vendor, vendor.type)
  if (given !== undefined) requireMapping(given)
  await database.transaction(({ tx }) =>
    ensureIntegration(tx, actor, { ...defaults, ...rest, mapping: given ?? defaults.mapping }),
  )
}

function requireMapping(given: unknown): asserts given is object {
  const [error] = Value.Errors(Mapping, given)
  if (error !== undefined)
    throw new CommandFailed(
      `The mapping is not valid: ${error.instancePath || '/'} ${error.message}.`,
    )
}
