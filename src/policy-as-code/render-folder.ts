import { resourceName } from './resource-name.ts'
import { encodeId } from '../contract/ids.ts'
import { areSameLimits, limitNames, noLimits, type Limits } from '../policy/limits/limit-values.ts'
import { builtInSettings, settingsNames } from '../policy/limits/stored-settings.ts'
import type { RulesetOwner } from '../policy/rulesets/write-rulesets.ts'
import type { RulesetFile, FolderAttribute, FolderDimension, FolderRule } from './folder-file.ts'
import { renderAttribute, renderDates, renderRule, said } from './render-rules.ts'
import type {
  SavedPolicy,
  SavedDimension,
  SavedRule,
  SavedRuleset,
  SavedAttribute,
} from './saved-policy.ts'

/** A ruleset as its file describes it, with the display name and the handle of its resource. */
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
  const all = Map.groupBy(policy.attributes.values(), ({ dimensionId }) => dimensionId)
  return [...policy.dimensions.values()].map((each) => renderDimension(each, all.get(each.id)))
}

function renderDimension(
  dimension: SavedDimension,
  attributes: readonly SavedAttribute[] = [],
): FolderDimension {
  const own = attributes.filter((each) => !isAsMade(each, dimension))
  return {
    id: encodeId('dimension', dimension.id),
    handle: dimension.handle,
    name: dimension.name,
    integration: dimension.integration,
    profile_key: dimension.profileKey,
    attributes_enabled: dimension.attributesEnabled,
    ...said({
      expires_after_days: dimension.expiresAfterDays,
      state: stateOf(dimension),
      attributes: own.length === 0 ? null : own.map(renderOne),
    }),
  }
}

function renderOne(attribute: SavedAttribute): FolderAttribute {
  const { id, value, name } = attribute
  return {
    id: encodeId('attribute', id),
    value,
    ...said({ name: name === value ? null : name, state: stateOf(attribute) }),
  }
}

/** A file says a state that is not the default. */
function stateOf({ state }: Pick<SavedAttribute, 'state'>): 'deactivated' | null {
  return state === 'active' ? null : state
}

function isAsMade({ state, name, value }: SavedAttribute, dimension: SavedDimension): boolean {
  return dimension.attributesEnabled && state === 'active' && name === value
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

function renderRuleset({ id, owner, values }: SavedRuleset, policy: SavedPolicy): RenderedRuleset {
  const isAttribute = owner.type === 'directory_attribute'
  const { expiresAfterDays, isAuthoritative, limits } = values
  const { resource, ...names } = describeOwner(owner, policy)
  const data = {
    id: encodeId('ruleset', id),
    resource: { type: owner.type, ...resource },
    state: values.state,
    ...said({
      expires_after_days: expiresAfterDays,
      is_authoritative: isAuthoritative === isAttribute ? null : isAuthoritative,
    }),
    ...ownLimits(limits),
    rules: (policy.rules.get(id) ?? []).map((rule) => renderRule(rule, policy)),
  }
  return { id, ...names, data }
}

/** The limits that the ruleset has of its own, and what is marked. */
export function ownLimits(limits: Limits): Partial<RulesetFile> {
  const own = limitNames.map((name) => [name, limits[name]] as const)
  return said({
    ...Object.fromEntries(own),
    is_sensitive: limits.is_sensitive || null,
    requires_second_approval: limits.requires_second_approval || null,
  })
}

function describeOwner(owner: RulesetOwner, policy: SavedPolicy) {
  if (owner.type === 'directory_attribute') {
    const title = policy.attributes.get(owner.attributeId)?.name ?? ''
    return { title, handle: null, resource: renderAttribute(owner.attributeId, policy) }
  }
  const resource = policy.resources.get(owner.resourceId)
  const { integration = '', vendorId = '', name = '', handle = null } = resource ?? {}
  return { title: name, handle, resource: { integration, vendor_id: vendorId } }
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
