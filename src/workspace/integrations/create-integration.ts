import { record, type AuditActor, type AuditChanges } from '../../audit/record.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { IntegrationType, IntegrationVendor } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import {
  findIntegrationByHandle,
  findPrimaryIntegration,
  insertIntegration,
  type Integration,
} from './queries.ts'

export type IntegrationOptions = {
  handle: string
  vendor: IntegrationVendor
  type: IntegrationType
  name: string
  isPrimary: boolean
  trustsEmail: boolean
  badgeIdProfileKey: string | null
  employeeIdProfileKey: string | null
  employeeAltIdProfileKey: string | null
  managerProfileKey: string | null
  managerProfileHolds: 'vendor_id' | 'email' | 'employee_id'
  parentProfileKey: string | null
  policyKeys: readonly string[]
  /** How its records are read; plain JSON that the connector's schema describes. */
  mapping: object
}

/** An integration can't be made, or is another one than was asked for. The message says what to do. */
class IntegrationConflict extends Error {
  override name = 'IntegrationConflict'
}

/**
 * Connects a vendor under a handle, with its audit row; the one that is there already comes back as it is.
 * Throws IntegrationConflict where the handle belongs to another vendor or type, or a primary exists.
 */
export async function ensureIntegration(
  tx: Transaction,
  actor: AuditActor,
  options: IntegrationOptions,
): Promise<{ integration: Integration; isNew: boolean }> {
  const known = await findIntegrationByHandle(tx, options.handle)
  if (known !== undefined) {
    if (known.vendor === options.vendor && known.type === options.type)
      return { integration: known, isNew: false }
    throw new IntegrationConflict(
      `The integration "${options.handle}" is of vendor ${known.vendor} and type ${known.type}, not ${options.vendor} and ${options.type}. Use another handle.`,
    )
  }
  await refuseSecondPrimary(tx, options)
  const integration = await insertIntegration(tx, valuesOf(options))
  await record(tx, actor, [
    {
      event: 'workspace.integration.create',
      record: { kind: 'integration', id: integration.id },
      changes: creation(options),
    },
  ])
  return { integration, isNew: true }
}

async function refuseSecondPrimary(
  tx: Transaction,
  { handle, isPrimary }: IntegrationOptions,
): Promise<void> {
  const primary = isPrimary ? await findPrimaryIntegration(tx) : undefined
  if (primary === undefined) return
  throw new IntegrationConflict(
    `"${handle}" can't be primary: "${primary.handle}" is, and exactly one integration governs people. Connect it without being primary.`,
  )
}

function valuesOf(options: IntegrationOptions) {
  return {
    handle: options.handle,
    vendor: options.vendor,
    type: options.type,
    name: options.name,
    is_primary: options.isPrimary,
    trusts_email: options.trustsEmail,
    badge_id_profile_key: options.badgeIdProfileKey,
    employee_id_profile_key: options.employeeIdProfileKey,
    employee_alt_id_profile_key: options.employeeAltIdProfileKey,
    manager_profile_key: options.managerProfileKey,
    manager_profile_holds: options.managerProfileHolds,
    parent_profile_key: options.parentProfileKey,
    policy_keys: [...options.policyKeys],
    mapping: toJson(options.mapping),
  }
}

/** The mapping is long and can be read at the integration; the row names what decides. */
function creation(options: IntegrationOptions): AuditChanges {
  const { mapping: _mapping, ...values } = valuesOf(options)
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, { old: null, new: value }]),
  )
}

function toJson(mapping: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(mapping))
  return json
}
