import { sql } from 'kysely'
import { changesBetween, record, type AuditActor, type AuditChanges } from '../../audit/record.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { IntegrationType } from '../../contract/gen/vendors.ts'
import type { IntegrationVendor, ManagerReference, ScimProfile } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import {
  noSourceLimits,
  sourceLimitNames,
  withGiven,
  type SourceLimits,
} from '../../policy/limits/limit-values.ts'
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
  trustsEmployeeId?: boolean | undefined
  badgeIdProfileKey: string | null
  employeeIdProfileKey: string | null
  employeeAltIdProfileKey: string | null
  managerProfileKey: string | null
  managerProfileHolds: ManagerReference
  parentProfileKey: string | null
  /** Where the days of its people begin, unless the key of their profiles names another zone. */
  timeZone?: string | undefined
  timeZoneProfileKey?: string | null | undefined
  /** The profile keys that conditions may read. */
  policyKeys: readonly string[]
  /** Whose differences from the standard its SCIM endpoint takes. */
  scimProfile?: ScimProfile | undefined
  /** How long its runs are kept after their end. */
  runRetentionDays?: number | undefined
  /** Limits of its own. */
  limits?: Partial<SourceLimits> | undefined
  /** How its records are read; plain JSON that the connector's schema describes. */
  mapping: object
}

export type NewIntegration = IntegrationOptions & {
  /** Sets more of it, by its uuid. @returns the changes, which are in the row of the creation */
  complete?: ((id: string) => Promise<AuditChanges>) | undefined
}

/** An integration can't be created, or differs from the requested one. The message says what to do. */
export class IntegrationConflict extends Error {
  override name = 'IntegrationConflict'
  /** What is at fault. */
  readonly field: 'handle' | 'name' | 'is_primary'

  constructor(field: IntegrationConflict['field'], message: string) {
    super(message)
    this.field = field
  }
}

const usualRunRetentionDays = 90

/**
 * The fields of an existing integration that can change; undefined keeps a value. `vendor` and `type` must be its
 * own.
 */
export type IntegrationChanges = {
  [Key in keyof Omit<IntegrationOptions, 'handle'>]?: IntegrationOptions[Key] | undefined
}

/**
 * Connects a vendor under a handle, with its audit row; an existing integration is returned unchanged. Throws
 * IntegrationConflict if the handle belongs to another vendor or type, or a primary exists.
 */
export async function ensureIntegration(
  tx: Transaction,
  actor: AuditActor,
  options: NewIntegration,
): Promise<{ integration: Integration; isNew: boolean }> {
  const known = await findIntegrationByHandle(tx, options.handle)
  if (known !== undefined) {
    refuseOtherVendor(known, options)
    return { integration: known, isNew: false }
  }
  refuseUnfitNames(options)
  await refuseSecondPrimary(tx, options)
  const integration = await insertIntegration(tx, valuesOf(options))
  const { complete = async () => ({}) } = options
  await record(tx, actor, [
    {
      event: 'workspace.integration.create',
      record: { kind: 'integration', id: integration.id },
      changes: { ...creation(integration, options), ...asNew(await complete(integration.id)) },
    },
  ])
  return { integration, isNew: true }
}

/**
 * Changes an integration as an administrator wishes, with its audit row; equal values are no change. It may become
 * the primary if there is none. Throws IntegrationConflict as {@link ensureIntegration} does.
 */
export async function changeIntegration(
  tx: Transaction,
  actor: AuditActor,
  known: Integration,
  wanted: IntegrationChanges,
): Promise<Integration> {
  refuseOtherVendor(known, wanted)
  refuseUnfitNames(wanted)
  const isPrimary = known.is_primary || (wanted.isPrimary ?? false)
  if (!known.is_primary) await refuseSecondPrimary(tx, { handle: known.handle, isPrimary })
  const before = changeable(known)
  const after = {
    ...withKeys(before, wanted),
    name: wanted.name ?? before.name,
    is_primary: isPrimary,
    trusts_email: wanted.trustsEmail ?? before.trusts_email,
    trusts_employee_id: wanted.trustsEmployeeId ?? before.trusts_employee_id,
    scim_profile: wanted.scimProfile ?? before.scim_profile,
    run_retention_days: wanted.runRetentionDays ?? before.run_retention_days,
    mapping: wanted.mapping === undefined ? before.mapping : toJson(wanted.mapping),
    ...withGiven(sourceLimitNames, limitsOf(known), wanted.limits ?? {}),
  }
  const changes = changesBetween(before, after)
  if (Object.keys(changes).length === 0) return known
  const { mapping, ...values } = after
  const changed = await tx
    .updateTable('integration')
    .set({ ...values, mapping: sql`${JSON.stringify(mapping)}::jsonb` })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const position = { kind: 'integration' as const, id: known.id }
  await record(tx, actor, [{ event: 'workspace.integration.update', record: position, changes }])
  return changed
}

function changeable(known: Integration) {
  const { name, is_primary, trusts_email, scim_profile, run_retention_days, mapping } = known
  return {
    name,
    is_primary,
    trusts_email,
    trusts_employee_id: known.trusts_employee_id,
    scim_profile,
    run_retention_days,
    badge_id_profile_key: known.badge_id_profile_key,
    employee_id_profile_key: known.employee_id_profile_key,
    employee_alt_id_profile_key: known.employee_alt_id_profile_key,
    manager_profile_key: known.manager_profile_key,
    manager_profile_holds: known.manager_profile_holds,
    parent_profile_key: known.parent_profile_key,
    time_zone: known.time_zone,
    time_zone_profile_key: known.time_zone_profile_key,
    policy_keys: known.policy_keys,
    mapping: toJson(mapping),
    ...limitsOf(known),
  }
}

/** The limits of its own. */
export function limitsOf(integration: Integration): SourceLimits {
  const { account_limit_percent, account_limit_people } = integration
  const { overall_limit_percent, overall_limit_people } = integration
  return {
    account_limit_percent,
    account_limit_people,
    overall_limit_percent,
    overall_limit_people,
  }
}

/** Null takes a key away; undefined keeps it. */
function key(given: string | null | undefined, kept: string | null): string | null {
  return given === undefined ? kept : given
}

function withKeys(before: ReturnType<typeof changeable>, wanted: IntegrationChanges) {
  const { policyKeys, managerProfileHolds } = wanted
  return {
    badge_id_profile_key: key(wanted.badgeIdProfileKey, before.badge_id_profile_key),
    employee_id_profile_key: key(wanted.employeeIdProfileKey, before.employee_id_profile_key),
    employee_alt_id_profile_key: key(
      wanted.employeeAltIdProfileKey,
      before.employee_alt_id_profile_key,
    ),
    manager_profile_key: key(wanted.managerProfileKey, before.manager_profile_key),
    manager_profile_holds: managerProfileHolds ?? before.manager_profile_holds,
    parent_profile_key: key(wanted.parentProfileKey, before.parent_profile_key),
    time_zone: wanted.timeZone ?? before.time_zone,
    time_zone_profile_key: key(wanted.timeZoneProfileKey, before.time_zone_profile_key),
    policy_keys: policyKeys === undefined ? before.policy_keys : [...policyKeys],
  }
}

function refuseOtherVendor(
  known: Integration,
  {
    vendor = known.vendor,
    type = known.type,
  }: { vendor?: string | undefined; type?: string | undefined },
): void {
  if (known.vendor === vendor && known.type === type) return
  throw new IntegrationConflict(
    'handle',
    `The integration "${known.handle}" is of vendor ${known.vendor} and type ${known.type}, not ${vendor} and ${type}. Use another handle.`,
  )
}

function refuseUnfitNames({ handle, name }: { handle?: string; name?: string | undefined }): void {
  if (handle !== undefined && !/^[a-z0-9][a-z0-9_-]{0,62}$/.test(handle)) {
    throw new IntegrationConflict(
      'handle',
      `${JSON.stringify(handle)} can't be a handle: it takes lower-case letters a to z, digits, - and _, begins with a letter or digit, and has at most 63 characters.`,
    )
  }
  if (name !== undefined && (name === '' || name.length > 200))
    throw new IntegrationConflict('name', 'The name of an integration has 1 to 200 characters.')
}

async function refuseSecondPrimary(
  tx: Transaction,
  { handle, isPrimary }: Pick<IntegrationOptions, 'handle' | 'isPrimary'>,
): Promise<void> {
  const primary = isPrimary ? await findPrimaryIntegration(tx) : undefined
  if (primary === undefined) return
  throw new IntegrationConflict(
    'is_primary',
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
    trusts_employee_id: options.trustsEmployeeId ?? false,
    scim_profile: options.scimProfile ?? 'strict',
    run_retention_days: options.runRetentionDays ?? usualRunRetentionDays,
    badge_id_profile_key: options.badgeIdProfileKey,
    employee_id_profile_key: options.employeeIdProfileKey,
    employee_alt_id_profile_key: options.employeeAltIdProfileKey,
    manager_profile_key: options.managerProfileKey,
    manager_profile_holds: options.managerProfileHolds,
    parent_profile_key: options.parentProfileKey,
    time_zone: options.timeZone ?? 'UTC',
    time_zone_profile_key: options.timeZoneProfileKey ?? null,
    policy_keys: [...options.policyKeys],
    mapping: options.mapping,
    ...withGiven(sourceLimitNames, noSourceLimits, options.limits ?? {}),
  }
}

/** The mapping is long and can be read from the integration; the row has the values that matter. */
function creation({ state }: Integration, options: IntegrationOptions): AuditChanges {
  const { mapping: _mapping, ...values } = valuesOf(options)
  return Object.fromEntries(
    Object.entries({ state, ...values })
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, { old: null, new: value }]),
  )
}

function asNew(changes: AuditChanges): AuditChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([key, change]) => [key, { ...change, old: null }]),
  )
}

function toJson(mapping: unknown): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(mapping))
  return json
}
