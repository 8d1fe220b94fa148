import { encodeId } from '../contract/ids.ts'
import { areSameLimits, limitNames, noLimits, type Limits } from '../policy/limits/limit-values.ts'
import { builtInSettings, settingsNames } from '../policy/limits/stored-settings.ts'
import type {
  RulesetFile,
  FolderAttribute,
  FolderDimension,
  FolderResource,
  FolderRule,
} from './folder-file.ts'
import { renderAttribute, renderRule, renderDates } from './render-rules.ts'
import { foldValue } from '../policy/attributes/fold-value.ts'
import type {
  SavedPolicy,
  SavedDimension,
  SavedRule,
  SavedRuleset,
  SavedAttribute,
} from './saved-policy.ts'

/** A ruleset as its file describes it, with the display name of its resource. */
/** `handle`: of its resource at the vendor. */
export type RenderedRuleset = {
  id: string
  title: string
  handle: string | null
  data: RulesetFile
}

/** The settings that differ from those of a new workspace. */
export function renderDefaults({ settings }: SavedPolicy): Record<string, number | boolean> {
  const others = settingsNames.filter((name) => settings[name] !== builtInSettings[name])
  return Object.fromEntries(others.map((name) => [name, settings[name]]))
}

/** The dimensions as a file describes them, each with the attributes that differ from the profiles' values. */
export function renderDimensions(policy: SavedPolicy): FolderDimension[] {
  const attributes = Map.groupBy(policy.attributes.values(), ({ dimensionId }) => dimensionId)
  return [...policy.dimensions.values()].map((dimension) => {
    const own = (attributes.get(dimension.id) ?? []).filter(
      (attribute) => !isAsMade(attribute, dimension),
    )
    return renderDimension(dimension, own)
  })
}

function renderDimension(
  dimension: SavedDimension,
  attributes: readonly SavedAttribute[],
): FolderDimension {
  const { expiresAfterDays, state } = dimension
  return {
    id: encodeId('dimension', dimension.id),
    handle: dimension.handle,
    name: dimension.name,
    integration: dimension.integration,
    profile_key: dimension.profileKey,
    attributes_enabled: dimension.attributesEnabled,
    ...(expiresAfterDays === null ? {} : { expires_after_days: expiresAfterDays }),
    ...(state === 'active' ? {} : { state }),
    ...(attributes.length === 0 ? {} : { attributes: attributes.map(renderOne) }),
  }
}

function renderOne({ id, value, name, state }: SavedAttribute): FolderAttribute {
  return {
    id: encodeId('attribute', id),
    value,
    ...(name === value ? {} : { name }),
    ...(state === 'active' ? {} : { state }),
  }
}

function isAsMade(attribute: SavedAttribute, dimension: SavedDimension | undefined): boolean {
  return (
    dimension?.attributesEnabled === true &&
    attribute.state === 'active' &&
    attribute.name === attribute.value
  )
}

/** The rulesets that have a policy decision, or that are in `wanted`, by resource. */
export function renderRulesets(
  policy: SavedPolicy,
  wanted: ReadonlySet<string> = new Set(),
): RenderedRuleset[] {
  return [...policy.rulesets.values()]
    .filter((ruleset) => wanted.has(ruleset.id) || !isUntouched(ruleset, policy))
    .map((ruleset) => renderRuleset(ruleset, policy))
    .sort((a, b) => (resourceName(a.data.resource) < resourceName(b.data.resource) ? -1 : 1))
}

/** A ruleset that is as an import leaves it. */
function isUntouched({ id, owner, values }: SavedRuleset, policy: SavedPolicy): boolean {
  const { state, isAuthoritative, expiresAfterDays, limits } = values
  if ((policy.rules.get(id) ?? []).length > 0 || expiresAfterDays !== null) return false
  if (!areSameLimits(limits, noLimits)) return false
  if (owner.type !== 'directory_attribute') return state === 'unmanaged' && !isAuthoritative
  const dimensionId = policy.attributes.get(owner.attributeId)?.dimensionId ?? ''
  const isMade = policy.dimensions.get(dimensionId)?.attributesEnabled === true
  return isMade && state === 'managed' && isAuthoritative
}

function renderRuleset(ruleset: SavedRuleset, policy: SavedPolicy): RenderedRuleset {
  const { id, owner, values } = ruleset
  const isAttribute = owner.type === 'directory_attribute'
  const { expiresAfterDays, isAuthoritative, limits } = values
  const data = {
    id: encodeId('ruleset', id),
    resource: renderResource(ruleset, policy),
    state: values.state,
    ...(expiresAfterDays === null ? {} : { expires_after_days: expiresAfterDays }),
    ...(isAuthoritative === isAttribute ? {} : { is_authoritative: isAuthoritative }),
    ...ownLimits(limits),
    rules: (policy.rules.get(id) ?? []).map((rule) => renderRule(rule, policy)),
  }
  return { id, ...namesOf(ruleset, policy), data }
}

/** The limits that the ruleset has of its own, and what is marked. */
export function ownLimits(limits: Limits): Partial<RulesetFile> {
  const own = limitNames.flatMap((name) => (limits[name] === null ? [] : [[name, limits[name]]]))
  return {
    ...Object.fromEntries(own),
    ...(limits.is_sensitive ? { is_sensitive: true } : {}),
    ...(limits.requires_second_approval ? { requires_second_approval: true } : {}),
  }
}

function renderResource({ owner }: SavedRuleset, policy: SavedPolicy): FolderResource {
  if (owner.type === 'directory_attribute')
    return { type: owner.type, ...renderAttribute(owner.attributeId, policy) }
  const resource = policy.resources.get(owner.resourceId)
  const { integration = '', vendorId = '' } = resource ?? {}
  return { type: owner.type, integration, vendor_id: vendorId }
}

function namesOf({ owner }: SavedRuleset, { attributes, resources }: SavedPolicy) {
  if (owner.type === 'directory_attribute')
    return { title: attributes.get(owner.attributeId)?.name ?? '', handle: null }
  const { name = '', handle = null } = resources.get(owner.resourceId) ?? {}
  return { title: name, handle }
}

/** `codehost_group codehost/12`, `directory_attribute department/Sales` */
export function resourceName(resource: FolderResource): string {
  const { type, integration, vendor_id, handle, dimension, value } = resource
  return `${type} ${dimension ?? integration ?? ''}/${value ?? vendor_id ?? handle ?? ''}`
}

// Where a folder is not whole, what it leaves out is filled in from what is stored, so that it stays as it is.

export function keepState(file: FolderDimension, stored: SavedDimension): FolderDimension {
  return { state: stored.state, ...file }
}

export function keepLimits(file: RulesetFile, { values }: SavedRuleset): RulesetFile {
  return { ...ownLimits(values.limits), ...file }
}

/** Only a draft waits for a date. */
export function keepDates(file: FolderRule, stored: SavedRule, policy: SavedPolicy): FolderRule {
  return file.state === 'staged' ? { ...renderDates(stored, policy), ...file } : file
}

/**
 * Finds the ruleset (uuid) of a resource as a file names it; undefined if there is none, or several with that
 * handle.
 */
export function rulesetFinder(
  policy: SavedPolicy,
): (resource: FolderResource) => string | undefined {
  const found = new Map<string, string | undefined>()
  for (const { id, data } of renderRulesets(policy, new Set(policy.rulesets.keys()))) {
    found.set(keyOf(data.resource), id)
    const owner = policy.rulesets.get(id)?.owner
    const handle =
      owner !== undefined && 'resourceId' in owner
        ? (policy.resources.get(owner.resourceId)?.handle ?? null)
        : null
    if (handle === null) continue
    const { vendor_id: _vendorId, ...resource } = data.resource
    const key = keyOf({ ...resource, handle })
    found.set(key, found.has(key) ? undefined : id)
  }
  return (resource) => found.get(keyOf(resource))
}

function keyOf(resource: FolderResource): string {
  const { vendor_id, handle, value } = resource
  const by = vendor_id === undefined && handle !== undefined ? 'handle ' : ''
  return `${by}${resourceName(value === undefined ? resource : { ...resource, value: foldValue(value) })}`
}
