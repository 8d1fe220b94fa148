import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { describeCondition } from '../conditions/describe-condition.ts'
import { insertRules, type NewRule } from '../rules/write-rules.ts'
import { noLimits } from '../freezes/limit-values.ts'
import { insertRulesets, type NewRuleset } from '../rulesets/write-rulesets.ts'
import { selectProfileValues } from './profile-values.ts'
import {
  selectAttributeRole,
  selectEnabledDimensions,
  selectFoldedValues,
  type EnabledDimension,
} from './queries.ts'
import { insertAttributes } from './write-attributes.ts'

/** More values than this are no dimension that anyone governs by. */
export const maximumAttributes = 2000

/** A dimension would get more attributes than {@link maximumAttributes}. */
export class TooManyAttributesError extends Error {
  readonly dimensionHandle: string

  constructor(dimensionHandle: string, values: number) {
    super(
      `the dimension ${dimensionHandle} would have ${values} values; at most ${maximumAttributes} become attributes. ` +
        'Govern by a profile key with fewer values, or make the dimension with attributes_enabled: false.',
    )
    this.dimensionHandle = dimensionHandle
  }
}

export type MakeAttributesOptions = {
  now: Date
  actor: AuditActor
  /** Of these uuids, or all; passed over where inactive, without `attributes_enabled`, or on a key that policy may not read. */
  dimensionIds: 'all' | readonly string[]
}

/** `name` is what people call it, by default its value. */
type Made = { dimension: EnabledDimension; value: string; name?: string | undefined }

/**
 * Makes an attribute, with a managed ruleset and one imported rule, of each value that identities hold and that
 * is none yet. The caller holds the exclusive policy lock and recalculates afterwards where any were made.
 * Throws {@link TooManyAttributesError}.
 * @returns the uuids of their rulesets
 */
export async function makeAttributes(
  tx: Transaction,
  { now, actor, dimensionIds }: MakeAttributesOptions,
): Promise<{ rulesetIds: string[] }> {
  const made = await findNewValues(tx, await selectEnabledDimensions(tx, dimensionIds))
  if (made.length === 0) return { rulesetIds: [] }
  const { rulesetIds } = await insertImported(tx, { now, actor, made })
  return { rulesetIds }
}

/**
 * Makes attributes, each with a managed ruleset and one imported rule.
 * @returns the uuids of the attributes and of their rulesets, in the order of `made`
 */
export async function insertImported(
  tx: Transaction,
  { now, actor, made }: { now: Date; actor: AuditActor; made: readonly Made[] },
): Promise<{ attributeIds: string[]; rulesetIds: string[] }> {
  const attributes = made.map(({ dimension, value, name }) => ({
    dimensionId: dimension.id,
    value,
    name,
  }))
  const attributeIds = await insertAttributes(tx, actor, attributes)
  const rulesetIds = await insertRulesets(tx, actor, attributeIds.map(rulesetOfAttribute))
  const role = await selectAttributeRole(tx)
  const rules = made.map((each, index) => importedRule(each, rulesetIds[index] ?? '', role, now))
  await insertRules(tx, actor, rules)
  return { attributeIds, rulesetIds }
}

/** An attribute's own ruleset is the authority on who holds it. */
export function rulesetOfAttribute(attributeId: string): NewRuleset {
  return {
    owner: { type: 'directory_attribute', attributeId },
    values: { state: 'managed', isAuthoritative: true, expiresAfterDays: null, limits: noLimits },
  }
}

async function findNewValues(
  tx: Transaction,
  dimensions: readonly EnabledDimension[],
): Promise<Made[]> {
  const known = await selectFoldedValues(
    tx,
    dimensions.map(({ id }) => id),
  )
  const made: Made[] = []
  for (const dimension of dimensions) {
    const here = known.get(dimension.id) ?? new Set()
    const values = await selectProfileValues(tx, dimension)
    const fresh = [...values].filter(([folded]) => !here.has(folded))
    const total = here.size + fresh.length
    if (fresh.length > 0 && total > maximumAttributes) {
      throw new TooManyAttributesError(dimension.handle, total)
    }
    for (const [, value] of fresh.sort(([a], [b]) => (a < b ? -1 : 1)))
      made.push({ dimension, value })
  }
  return made
}

/** What the imported rule of a value says: it names the dimension's integration, whichever is the primary one. */
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
        profileKey: dimension.profile_key,
        profileOperator: 'equals',
        profileValue: value,
        description,
        isImported: true,
      },
    ],
  }
}
