import type { AuditActor, AuditChanges } from '../../audit/record.ts'
import type { IntegrationType } from '../../contract/gen/vendors.ts'
import {
  integrationVendors,
  type IntegrationVendor,
  type ScimProfile,
} from '../../contract/states.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { lockPolicy } from '../../database/policy-lock.ts'
import type { SourceLimits } from '../../policy/limits/limit-values.ts'
import {
  changeIntegration,
  ensureIntegration,
} from '../../workspace/integrations/create-integration.ts'
import { findIntegrationByHandle, type Integration } from '../../workspace/integrations/queries.ts'
import type { DefaultDimension, IntegrationDefaults, ProfileKeys } from '../pull/describe-vendor.ts'
import { integrationDefaults } from '../vendors.ts'
import { makeDefaultDimensions } from './default-dimensions.ts'
import { faultIn } from '../file/check-mapping.ts'

/** The given mapping is invalid. */
export class InvalidMapping extends Error {
  override name = 'InvalidMapping'
}

/** The settings of an integration; undefined means the vendor's default, or no change. */
export type Vendor = {
  handle: string
  /** Without it no integration is created. */
  vendor?: IntegrationVendor | undefined
  type?: IntegrationType | undefined
  name?: string | undefined
  isPrimary?: boolean | undefined
  trustsEmail?: boolean | undefined
  trustsEmployeeId?: boolean | undefined
  scimProfile?: ScimProfile | undefined
  runRetentionDays?: number | undefined
  limits?: Partial<SourceLimits> | undefined
  /** Instead of the vendor's default mapping. */
  mapping?: unknown
  /** Keys instead of those of the vendor's product. */
  keys?: Partial<ProfileKeys> | undefined
  /** Of a new integration, instead of those of its vendor and type. */
  defaults?: IntegrationDefaults | undefined
  /** Instead of the product's, and with another mapping than its own. */
  dimensions?: readonly DefaultDimension[] | undefined
  /** A policy file that follows makes the dimensions, so that manifests are worked out once and not with each file. */
  dimensionsFollow?: boolean | undefined
  /** Sets more of a new integration (a uuid). @returns what the row of its creation has besides */
  complete?: ((id: string) => Promise<AuditChanges>) | undefined
}

/** Connects a vendor with the defaults of its product, or changes one that is connected already. Throws InvalidMapping. */
export async function connectVendor(
  database: Database,
  actor: AuditActor,
  vendor: Vendor,
): Promise<void> {
  await database.transaction(({ tx }) => connectVendorIn(tx, actor, vendor))
}

/** {@link connectVendor} in the caller's transaction. Without settings nothing is locked. */
export async function connectVendorIn(
  tx: Transaction,
  actor: AuditActor,
  vendor: Vendor,
): Promise<void> {
  const { handle, dimensionsFollow, dimensions, defaults, mapping, ...said } = vendor
  if (mapping === undefined && Object.values(said).every((value) => value === undefined)) return
  if (mapping !== undefined) requireMapping(mapping)
  const wanted = { ...vendor, mapping }
  await lockPolicy(tx, 'exclusive')
  const known = await findIntegrationByHandle(tx, handle)
  const connected =
    known === undefined
      ? await connect(tx, actor, wanted)
      : await changeIntegration(tx, actor, known, wanted)
  const isNewPrimary = connected?.is_primary === true && known?.is_primary !== true
  // Another mapping may read the profile by other keys, and what a dimension reads can't change.
  const isUsual = mapping === undefined || dimensions !== undefined
  if (isNewPrimary && isUsual && dimensionsFollow !== true)
    await governBy(tx, actor, connected, dimensions ?? defaults?.dimensions)
}

async function connect(
  tx: Transaction,
  actor: AuditActor,
  { vendor, type = 'file', mapping, ...given }: Vendor & { mapping: object | undefined },
): Promise<Integration | undefined> {
  if (vendor === undefined) return undefined
  const defaults = given.defaults ?? integrationDefaults(vendor, type)
  const { integration } = await ensureIntegration(tx, actor, {
    ...defaults,
    ...given.keys,
    handle: given.handle,
    vendor,
    type,
    name: given.name ?? given.handle,
    isPrimary: given.isPrimary ?? false,
    trustsEmail: given.trustsEmail ?? false,
    trustsEmployeeId: given.trustsEmployeeId,
    scimProfile: given.scimProfile ?? 'strict',
    runRetentionDays: given.runRetentionDays,
    limits: given.limits,
    mapping: mapping ?? defaults.mapping,
    complete: given.complete,
  })
  return integration
}

async function governBy(
  tx: Transaction,
  actor: AuditActor,
  primary: Integration,
  given: readonly DefaultDimension[] | undefined,
): Promise<void> {
  const vendor = integrationVendors.find((each) => each === primary.vendor)
  if (vendor === undefined) return
  const dimensions = given ?? integrationDefaults(vendor, primary.type).dimensions
  await makeDefaultDimensions(tx, actor, primary, dimensions)
}

function requireMapping(given: unknown): asserts given is object {
  const fault = faultIn(given)
  if (fault !== null) throw new InvalidMapping(`The mapping is not valid: ${fault}.`)
}
