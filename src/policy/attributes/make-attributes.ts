import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { describeCondition } from '../stored-rules/describe-condition.ts'
import { insertRules, type NewRule } from '../stored-rules/write-rules.ts'
import { noLimits } from '../limits/limit-values.ts'
import { insertRulesets, type NewRuleset } from '../rulesets/write-rulesets.ts'
import { isBlankValue } from './fold-value.ts'
import { selectProfileValues, valuesOf, type AccountFacts } from './profile-values.ts'
import {
  selectAttributeRole,
  selectEnabledDimensions,
  selectFoldedValues,
  type EnabledDimension,
} from './queries.ts'
import { newIds } from '../../database/new-ids.ts'
import { insertAttributes, writeSurplus } from './write-attributes.ts'

/** How many values of a dimension become attributes. More of them are nothing that anyone governs by. */
export const maximumAttributes = 2000

export type MakeAttributesOptions = {
  now: Date
  actor: AuditActor
  /** Of these uuids, or all; passed over where inactive, without `attributes_enabled`, or on a key that policy may not read. */
  dimensionIds: 'all' | readonly string[]
  /** Looks for new values only in these facts: no others have changed. */
  among?: readonly AccountFacts[] | undefined
}

/** An attribute to create. `name` is its display name, by default its value. */
export type Made = { dimension: EnabledDimension; value: string; name?: string | undefined }

/** The uuids of attributes, of their rulesets and of their imported rules, each in the order of what is made. */
export type MadeIds = {
  attributeIds: readonly string[]
  rulesetIds: readonly string[]
  ruleIds: readonly string[]
}

/** A dimension with more values than may become attributes, and how many become none. */
export type Surplus = { dimensionId: string; handle: string; values: number }

/** What the values that identities have lead to. */
export type NewValues = { made: readonly Made[]; surplus: readonly Surplus[] }

/** The dimensions (uuids) of an integration whose values become attributes. */
export async function attributeDimensions(
  tx: Transaction,
  integrationId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('dimension')
    .select('id')
    .where('integration_id', '=', integrationId)
    .where('attributes_enabled', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Makes an attribute, with a managed ruleset and one imported rule, of each value that identities have and that is none yet,
 * up to {@link maximumAttributes} of a dimension. The caller holds the exclusive policy lock and recalculates afterwards where
 * any were made.
 */
export async function makeAttributes(
  tx: Transaction,
  { now, actor, dimensionIds, among }: MakeAttributesOptions,
): Promise<MadeAttributes> {
  const near = among && (await findNewValuesAmong(tx, dimensionIds, among))
  if (near?.made.length === 0) return { rulesetIds: [], surplus: [] }
  if (near !== undefined) {
    const { rulesetIds } = await insertImported(tx, { now, actor, made: near.made })
    return { rulesetIds, surplus: [] }
  }
  const found = await findNewValues(tx, dimensionIds)
  return makeFoundAttributes(tx, { now, actor, dimensionIds, ...found })
}

/** `rulesetIds`: uuids of the rulesets of the new attributes. */
export type MadeAttributes = { rulesetIds: readonly string[]; surplus: readonly Surplus[] }

/** Makes the attributes that {@link findNewValues} found for the same dimensions, with the given ids or fresh ones. */
export async function makeFoundAttributes(
  tx: Transaction,
  {
    now,
    actor,
    dimensionIds,
    made,
    surplus,
    ids,
  }: MakeAttributesOptions & NewValues & { ids?: MadeIds },
): Promise<MadeAttributes> {
  await writeSurplus(tx, dimensionIds, surplus)
  if (made.length === 0) return { rulesetIds: [], surplus }
  const { rulesetIds } = await insertImported(tx, { now, actor, made, ...(ids && { ids }) })
  return { rulesetIds, surplus }
}

/** Fresh uuids for attributes that are to be made. */
export async function idsFor(tx: Transaction, made: readonly Made[]): Promise<MadeIds> {
  return {
    attributeIds: await newIds(tx, made.length),
    rulesetIds: await newIds(tx, made.length),
    ruleIds: await newIds(tx, made.length),
  }
}

type Imported = { now: Date; actor: AuditActor; made: readonly Made[]; ids?: MadeIds }

/** Makes attributes, each with a managed ruleset and one imported rule. @returns their uuids: the given ones, or fresh ones */
export async function insertImported(
  tx: Transaction,
  { now, actor, made, ids: given }: Imported,
): Promise<MadeIds> {
  const ids = given ?? (await idsFor(tx, made))
  const attributes = made.map(({ dimension, value, name }) => ({
    dimensionId: dimension.id,
    value,
    name,
  }))
  await insertAttributes(tx, actor, attributes, ids.attributeIds)
  await insertRulesets(tx, actor, ids.attributeIds.map(rulesetOfAttribute), ids.rulesetIds)
  const role = await selectAttributeRole(tx)
  const rules = made.map((each, at) => importedRule(each, ids.rulesetIds[at] ?? '', role, now))
  await insertRules(tx, actor, rules, ids.ruleIds)
  return ids
}

/** An attribute's own ruleset is the authority on who holds it. */
export function rulesetOfAttribute(attributeId: string): NewRuleset {
  return {
    owner: { type: 'directory_attribute', attributeId },
    values: { state: 'managed', isAuthoritative: true, expiresAfterDays: null, limits: noLimits },
  }
}

/** {@link findNewValues} of some accounts; undefined where not all of these may become attributes, so that everybody counts. */
async function findNewValuesAmong(
  tx: Transaction,
  dimensionIds: MakeAttributesOptions['dimensionIds'],
  among: readonly AccountFacts[],
): Promise<Pick<NewValues, 'made'> | undefined> {
  const { made, surplus } = await findNewValues(tx, dimensionIds, among)
  return surplus.length === 0 ? { made } : undefined
}

/**
 * The values that identities have and that are not attributes yet, in order, as far as they may become attributes.
 */
export async function findNewValues(
  tx: Transaction,
  dimensionIds: MakeAttributesOptions['dimensionIds'],
  among?: readonly AccountFacts[],
): Promise<NewValues> {
  const dimensions = await selectEnabledDimensions(tx, dimensionIds)
  if (dimensions.length === 0) return { made: [], surplus: [] }
  const known = await selectFoldedValues(
    tx,
    dimensions.map(({ id }) => id),
  )
  const made: Made[] = []
  const surplus: Surplus[] = []
  for (const dimension of dimensions) {
    const here = known.get(dimension.id) ?? new Set()
    const values = among ? valuesOf(among, dimension) : await selectProfileValues(tx, dimension)
    const fresh = [...values].filter(([folded]) => !here.has(folded) && !isBlankValue(folded))
    fresh.sort(([a], [b]) => (a < b ? -1 : 1))
    const room = Math.max(maximumAttributes - here.size, 0)
    for (const [, value] of fresh.slice(0, room)) made.push({ dimension, value })
    if (fresh.length > room)
      surplus.push({
        dimensionId: dimension.id,
        handle: dimension.handle,
        values: fresh.length - room,
      })
  }
  return { made, surplus }
}

/** The description of a value's imported rule: it always names the dimension's integration. */
export function describeImported(
  dimension: Pick<EnabledDimension, 'integration_handle' | 'profile_key'>,
  value: string,
  operator: 'equals' | 'in' = 'equals',
): string {
  return describeCondition({
    type: 'identity',
    operator,
    referent: null,
    integration: dimension.integration_handle,
    profileKey: dimension.profile_key,
    profileValue: value,
    orAbsent: false,
  })
}

/** `identity <key> equals <value>` */
function importedRule(
  { dimension, value }: Made,
  rulesetId: string,
  role: { id: string; handle: string },
  now: Date,
): NewRule {
  const description = describeImported(dimension, value)
  return {
    rulesetId,
    key: null,
    roleHandle: role.handle,
    values: {
      state: 'active',
      roleId: role.id,
      description,
      descriptionIsWritten: false,
      reason: null,
      isImported: true,
      everyoneElse: false,
      priority: 100,
      expiresAfterDays: null,
      activatedAt: now.toISOString(),
      expiresAt: null,
    },
    conditions: [
      {
        type: 'identity',
        attributeId: null,
        integrationId: dimension.integration_id,
        directoryUserId: null,
        vendorResourceId: null,
        profileKey: dimension.profile_key,
        profileOperator: 'equals',
        profileValue: value,
        orAbsent: false,
        description,
        isImported: true,
      },
    ],
  }
}
