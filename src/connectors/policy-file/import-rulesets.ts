import { sql } from 'kysely'
import type { AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { insertAttributes } from '../../policy/attributes/write-attributes.ts'
import { graceFault } from '../../policy/rules/rule-input.ts'
import { noLimits, type Limits } from '../../policy/freezes/limit-values.ts'
import {
  insertRulesets,
  isSameRuleset,
  rulesetValuesJson,
  updateRulesets,
  type ChangedRuleset,
  type NewRuleset,
  type RulesetOwner,
  type RulesetValues,
} from '../../policy/rulesets/write-rulesets.ts'
import { unknownHandle } from './draft-condition.ts'
import type { FileResource, FileRuleset } from './policy-file.ts'
import { PolicyFileError, type FileFault } from './policy-file-error.ts'
import { attributeKey, resourceKey, type References } from './references.ts'

export type ImportedRulesets = {
  created: number
  changed: number
  attributesCreated: number
  /** The ruleset of each one in the file, in its order. */
  ids: string[]
}

/**
 * Makes and changes the rulesets of a file, and the attributes that it names of dimensions whose values no
 * profile gives. Throws {@link PolicyFileError} where a resource is not there or stands twice.
 */
export async function importRulesets(
  tx: Transaction,
  actor: AuditActor,
  rulesets: readonly FileRuleset[],
  references: References,
): Promise<ImportedRulesets> {
  const attributesCreated = await makeNamedAttributes(tx, actor, rulesets, references)
  const owners = findOwners(rulesets, references)
  const stored = await selectStored(tx, owners.map(ownerId))
  const created: NewRuleset[] = []
  const changed: ChangedRuleset[] = []
  for (const [index, ruleset] of rulesets.entries()) {
    const owner = owners[index]
    if (owner === undefined) continue
    const found = stored.get(ownerId(owner))
    const values = valuesOf(ruleset, found?.values.limits ?? noLimits)
    if (found === undefined) created.push({ owner, values })
    else if (!isSameRuleset(found.values, values))
      changed.push({ id: found.id, owner, before: found.values, after: values })
  }
  const ids = await insertRulesets(tx, actor, created)
  await updateRulesets(tx, actor, changed)
  const idOf = new Map([...stored].map(([id, ruleset]) => [id, ruleset.id]))
  for (const [index, { owner }] of created.entries()) idOf.set(ownerId(owner), ids[index] ?? '')
  return {
    created: created.length,
    changed: changed.length,
    attributesCreated,
    ids: owners.map((owner) => idOf.get(ownerId(owner)) ?? ''),
  }
}

/** Values of a dimension with `attributes_enabled` come from profiles alone; of another, from whoever names them. */
async function makeNamedAttributes(
  tx: Transaction,
  actor: AuditActor,
  rulesets: readonly FileRuleset[],
  references: References,
): Promise<number> {
  const wanted = new Map<string, { dimensionId: string; value: string }>()
  for (const { resource } of rulesets) {
    const dimension = references.dimensions.get(resource.dimension ?? '')
    if (resource.value === undefined || dimension === undefined || dimension.attributesEnabled)
      continue
    const value = resource.value.trim()
    const key = attributeKey(dimension.id, value)
    if (value !== '' && !references.attributes.has(key))
      wanted.set(key, { dimensionId: dimension.id, value })
  }
  const ids = await insertAttributes(tx, actor, [...wanted.values()])
  for (const [index, [key, { value }]] of [...wanted].entries()) {
    references.attributes.set(key, { id: ids[index] ?? '', name: value })
  }
  return wanted.size
}

function findOwners(rulesets: readonly FileRuleset[], references: References): RulesetOwner[] {
  const faults: FileFault[] = []
  const owners = new Map<string, RulesetOwner>()
  for (const [index, { resource, expires_after_days }] of rulesets.entries()) {
    const path = `rulesets[${index}].resource`
    const noGrace = graceFault(resource.type, expires_after_days)
    if (noGrace !== null)
      faults.push({ path: `rulesets[${index}].expires_after_days`, message: noGrace })
    const owner = findOwner(resource, path, references)
    if ('path' in owner) faults.push(owner)
    else if (owners.has(ownerId(owner))) faults.push({ path, message: 'stands twice in this file' })
    else owners.set(ownerId(owner), owner)
  }
  if (faults.length > 0) throw new PolicyFileError(faults)
  return [...owners.values()]
}

function findOwner(
  resource: FileResource,
  path: string,
  references: References,
): RulesetOwner | FileFault {
  const { type } = resource
  const needed =
    type === 'directory_attribute'
      ? ['type', 'dimension', 'value']
      : ['type', 'integration', 'vendor_id']
  const given = Object.keys(resource)
  if (given.length !== needed.length || needed.some((key) => !given.includes(key))) {
    return {
      path,
      message: `a ${type} is named by ${needed.join(', ')}, but here stand ${given.join(', ')}`,
    }
  }
  if (type === 'directory_attribute') return findAttribute(resource, path, references)
  const integration = references.integrations.get(resource.integration ?? '')
  if (integration === undefined) {
    const message = unknownHandle(
      'integration',
      resource.integration ?? '',
      references.integrations,
    )
    return { path: `${path}.integration`, message }
  }
  const resourceId = references.resources.get(
    resourceKey(type, integration.id, resource.vendor_id ?? ''),
  )
  if (resourceId !== undefined) return { type, resourceId }
  const message = `${integration.handle} has no ${type} ${JSON.stringify(resource.vendor_id)}; import its resources first`
  return { path: `${path}.vendor_id`, message }
}

function findAttribute(
  { dimension: handle = '', value = '' }: FileResource,
  path: string,
  { dimensions, attributes }: References,
): RulesetOwner | FileFault {
  const dimension = dimensions.get(handle)
  if (dimension === undefined) {
    return { path: `${path}.dimension`, message: unknownHandle('dimension', handle, dimensions) }
  }
  const attribute = attributes.get(attributeKey(dimension.id, value))
  if (attribute !== undefined) return { type: 'directory_attribute', attributeId: attribute.id }
  return {
    path: `${path}.value`,
    message: `no profile holds ${JSON.stringify(value)} as ${handle}`,
  }
}

function ownerId(owner: RulesetOwner): string {
  return owner.type === 'directory_attribute' ? owner.attributeId : owner.resourceId
}

/** An attribute's own ruleset is the authority on who holds it, unless the file says otherwise. */
function valuesOf(ruleset: FileRuleset, limits: Limits): RulesetValues {
  return {
    state: ruleset.state,
    isAuthoritative: ruleset.is_authoritative ?? ruleset.resource.type === 'directory_attribute',
    expiresAfterDays: ruleset.expires_after_days ?? null,
    limits,
  }
}

type StoredRuleset = { id: string; values: RulesetValues }

/** Rulesets by the id of whose they are. */
async function selectStored(
  tx: Transaction,
  owners: readonly string[],
): Promise<Map<string, StoredRuleset>> {
  const { rows } = await sql<StoredRuleset & { owner: string }>`
    select s.id, coalesce(s.attribute_id, s.resource_id) as owner, ${rulesetValuesJson} as values
    from ruleset s
    where s.attribute_id = any (${owners}::uuid[]) or s.resource_id = any (${owners}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.owner, row]))
}
