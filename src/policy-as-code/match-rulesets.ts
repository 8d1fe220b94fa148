import { sql } from 'kysely'
import { decodeId, encodeId } from '../contract/ids.ts'
import type { Transaction } from '../database/database.ts'
import { areSameLimits, noLimits, withLimits } from '../policy/limits/limit-values.ts'
import type { RulesetOwner, RulesetValues } from '../policy/rulesets/write-rulesets.ts'
import type { OperationContext } from '../policy/changes/operation-kind.ts'
import { mayViewRuleset } from '../policy/rights/visible-ruleset.ts'
import { selectIntegrations } from './load-references.ts'
import { refuseFaults, type FolderFault } from './folder-error.ts'
import type { FolderResource, RulesetFile } from './folder-file.ts'
import type { Folder, RulesetSource } from './read-folder.ts'
import { ownLimits, resourceName, keepLimits } from './render-folder.ts'
import { attributeKey } from './references.ts'
import { unknownHandle, type CallerRights } from './caller-rights.ts'
import { labelOf } from './source-file.ts'
import { faultAt, type Step } from './step.ts'
import {
  selectRulesets,
  type SavedAttribute,
  type SavedPolicy,
  type SavedRuleset,
} from './saved-policy.ts'

/** A file with its ruleset; `isNew` if a step has created it. */
export type Target = {
  /** Its place in the folder: refs of its rules begin with it. */
  number: number
  source: RulesetSource
  ruleset: SavedRuleset
  isNew: boolean
}

type KnownResources = {
  /** As far as the caller may see it. */
  policy: SavedPolicy
  /** The rulesets of the policy by the record that they are for. */
  byOwner: ReadonlyMap<string, SavedRuleset>
  /** The attributes of the policy by dimension's handle and value. */
  attributes: ReadonlyMap<string, readonly SavedAttribute[]>
  rights: CallerRights
  resources: ReadonlyMap<string, readonly string[]>
  integrations: ReadonlyMap<string, { id: string }>
}
/** A file with what it is about, and the ruleset of that, if there is one. */
export type MatchedRuleset = {
  source: RulesetSource
  owner: RulesetOwner
  ruleset: SavedRuleset | undefined
}

/** Finds what each file is about, and its ruleset, by its id or by its resource. Throws FolderError. */
export async function matchRulesets(
  { tx, may }: Pick<OperationContext, 'tx' | 'may'>,
  folder: Folder,
  policy: SavedPolicy,
): Promise<MatchedRuleset[]> {
  const integrations = await selectIntegrations(tx)
  const resources = await findResources(tx, folder, integrations)
  const seesAll = may('directory.resource.view')
  const known = {
    policy,
    integrations,
    byOwner: new Map([...policy.rulesets.values()].map((each) => [idOf(each.owner), each])),
    attributes: Map.groupBy(policy.attributes.values(), ({ dimensionId, value }) =>
      attributeKey(policy.dimensions.get(dimensionId)?.handle ?? '', value),
    ),
    rights: { may },
    resources: seesAll ? resources : ownersIn(policy, resources),
  }
  const found = folder.rulesets.map((source) => findOwned(source, known))
  const matched = found.flatMap((each) => ('owner' in each ? each : []))
  const faults = found.flatMap((each) => ('owner' in each ? [] : each))
  refuseFaults([...faults, ...repeated(matched)])
  return matched
}

/** The resources whose rulesets are in the policy. */
function ownersIn(
  { rulesets }: SavedPolicy,
  resources: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const owners = new Set([...rulesets.values()].map(({ owner }) => idOf(owner)))
  return new Map([...resources].map(([key, ids]) => [key, ids.filter((id) => owners.has(id))]))
}

/** The rulesets that are missing, without rules. They affect no person until they have some. */
export function* missingRulesets(matched: readonly MatchedRuleset[]): Generator<Step> {
  for (const { source, owner, ruleset } of matched) {
    if (ruleset !== undefined || !('resourceId' in owner) || !saysAnything(source.data)) continue
    const { state, isAuthoritative, expiresAfterDays, limits } = valuesOf(source.data)
    const values = {
      resource_id: encodeId('resource', owner.resourceId),
      state,
      is_authoritative: isAuthoritative,
      ...(expiresAfterDays === null ? {} : { expires_after_days: expiresAfterDays }),
      ...ownLimits(limits),
    }
    yield { source, path: '', operation: { op: 'create_ruleset', ...values } }
  }
}

/** The files with their rulesets, which exist now, except those of files that say nothing. 403 where the caller may not see one. */
export async function findTargets(
  { tx, ask, may }: Pick<OperationContext, 'tx' | 'ask' | 'may'>,
  matched: readonly MatchedRuleset[],
  { isWhole }: Folder,
): Promise<Target[]> {
  const missing = matched.filter(({ ruleset }) => ruleset === undefined)
  const stored = missing.length === 0 ? [] : await selectRulesets(tx)
  const visible = stored.filter(({ id }) => mayViewRuleset({ may }, id))
  const byOwner = new Map(visible.map((each) => [idOf(each.owner), each]))
  if (missing.some(({ owner, source }) => !byOwner.has(idOf(owner)) && saysAnything(source.data)))
    await ask('policy.rule.view')
  return matched.flatMap(({ source, owner, ruleset }, number): Target[] => {
    const found = ruleset ?? byOwner.get(idOf(owner))
    if (found === undefined) return []
    const data = isWhole ? source.data : keepLimits(source.data, found)
    return [{ number, source: { ...source, data }, ruleset: found, isNew: ruleset === undefined }]
  })
}

/** What a file says of its ruleset. That of an attribute is authoritative unless the file says otherwise. */
export function valuesOf({
  state,
  is_authoritative,
  expires_after_days,
  resource,
  ...given
}: RulesetFile): RulesetValues {
  return {
    state,
    isAuthoritative: is_authoritative ?? resource.type === 'directory_attribute',
    expiresAfterDays: expires_after_days ?? null,
    limits: withLimits(noLimits, given),
  }
}

function findOwned(source: RulesetSource, known: KnownResources): MatchedRuleset | FolderFault {
  const { data } = source
  const place = { source, path: 'resource' }
  const byId = known.policy.rulesets.get(decodeId('ruleset', data.id ?? '') ?? '')
  const named = ownersNamed(data.resource, known)
  if (byId !== undefined && named.length === 0 && byId.owner.type === data.resource.type)
    return { source, owner: byId.owner, ruleset: byId }
  const [first, ...others] = named
  if (first === undefined) return missing(source, known)
  if (others.length > 0)
    return faultAt(
      place,
      `${named.length} resources have this handle; name the one meant by vendor_id`,
      '.handle',
    )
  const ruleset = known.byOwner.get(idOf(first))
  if (byId !== undefined && byId.id !== ruleset?.id) {
    const message = `names another ruleset than that of ${resourceName(data.resource)}; leave it out where this is a new file`
    return source.place({ path: 'id', message })
  }
  return { source, owner: first, ruleset }
}

const idOf = (owner: RulesetOwner) =>
  owner.type === 'directory_attribute' ? owner.attributeId : owner.resourceId

function ownersNamed(
  resource: FolderResource,
  { attributes, resources, integrations }: KnownResources,
): RulesetOwner[] {
  const { type } = resource
  if (type !== 'directory_attribute') {
    const integrationId = integrations.get(resource.integration ?? '')?.id ?? ''
    const ids = resources.get(wantedKey(type, integrationId, resource)) ?? []
    return ids.map((resourceId) => ({ type, resourceId }))
  }
  const { dimension = '', value = '' } = resource
  const found = attributes.get(attributeKey(dimension, value)) ?? []
  return found.map(({ id }) => ({ type, attributeId: id }))
}

function missing(source: RulesetSource, { integrations, rights }: KnownResources): FolderFault {
  const { type, integration = '', vendor_id, handle } = source.data.resource
  const place = { source, path: 'resource' }
  const mayTell = rights.may('workspace.integration.view')
  if (mayTell && type !== 'directory_attribute' && !integrations.has(integration)) {
    const message = unknownHandle('integration', integration, { known: integrations, rights })
    return faultAt(place, message, '.integration')
  }
  const named = JSON.stringify(vendor_id ?? handle)
  return faultAt(
    place,
    `${integration} has no ${type} ${named}; import its resources first`,
    vendor_id === undefined ? '.handle' : '.vendor_id',
  )
}

type ResourceName = Pick<FolderResource, 'vendor_id' | 'handle'>

function wantedKey(
  type: string,
  integrationId: string,
  { vendor_id, handle }: ResourceName,
): string {
  const name = vendor_id === undefined ? `handle ${handle ?? ''}` : `id ${vendor_id}`
  return `${type} ${integrationId} ${name}`
}

/** `wantedKey` → uuids of resources. */
async function findResources(
  tx: Transaction,
  { rulesets }: Folder,
  integrations: KnownResources['integrations'],
): Promise<Map<string, string[]>> {
  const wanted = rulesets.flatMap(({ data: { resource } }) => {
    const { type, integration, vendor_id = null, handle = null } = resource
    const integrationId = integrations.get(integration ?? '')?.id
    if (integrationId === undefined) return []
    const key = wantedKey(type, integrationId, resource)
    return [
      { key, type, integrationId, vendorId: vendor_id, handle: vendor_id === null ? handle : null },
    ]
  })
  const { rows } = await sql<{ key: string; id: string }>`
    select distinct wanted.key, r.id
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      as wanted (key text, type text, "integrationId" uuid, "vendorId" text, handle text)
    join resource r on r.integration_id = wanted."integrationId" and r.type = wanted.type
      and (r.vendor_id = wanted."vendorId" or r.handle = wanted.handle)
    order by r.id`.execute(tx)
  const found = Map.groupBy(rows, ({ key }) => key)
  return new Map([...found].map(([key, group]) => [key, group.map(({ id }) => id)]))
}

function repeated(matched: readonly MatchedRuleset[]): FolderFault[] {
  const first = new Map<string, string>()
  return matched.flatMap(({ source, owner }) => {
    const before = first.get(idOf(owner))
    first.set(idOf(owner), before ?? labelOf(source))
    if (before === undefined) return []
    return [faultAt({ source, path: 'resource' }, `${before} is about the same resource`)]
  })
}

/** A resource without any policy decision needs no ruleset. */
function saysAnything(file: RulesetFile): boolean {
  const { state, isAuthoritative, expiresAfterDays, limits } = valuesOf(file)
  const isOwn = state !== 'unmanaged' || isAuthoritative || expiresAfterDays !== null
  return file.rules.length > 0 || isOwn || !areSameLimits(limits, noLimits)
}
