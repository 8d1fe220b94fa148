import { encodeId } from '../contract/ids.ts'
import type { ConditionValues } from '../policy/stored-rules/rule-values.ts'
import type { FolderCondition, FolderRule } from './folder-file.ts'
import type { SavedPolicy, SavedRule } from './saved-policy.ts'

/** The keys of a file that say something; null is what a file leaves out. */
export function said<T extends object>(keys: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const given = Object.entries(keys).filter(([, value]) => value !== null)
  // What is left of the keys has their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(given) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** A stored rule as a file says it. */
export function renderRule(rule: SavedRule, policy: SavedPolicy): FolderRule {
  return {
    id: encodeId('rule', rule.id),
    ...said({ key: rule.key }),
    role: rule.roleHandle,
    state: rule.values.state === 'staged' ? 'staged' : 'active',
    ...renderDates(rule, policy),
    ...renderValues(rule),
    conditions: rule.conditions.map((condition) => renderCondition(condition, policy)),
  }
}

/** What a stored rule says besides its key, role, state and conditions. */
export function renderValues({ values }: SavedRule) {
  return {
    priority: values.priority,
    ...said({
      description: values.descriptionIsWritten ? values.description : null,
      reason: values.reason,
      expires_at: values.expiresAt,
      expires_after_days: values.expiresAfterDays,
      everyone_else: values.everyoneElse || null,
    }),
  }
}

/** When it comes into force, and in the place of which rule; nothing where that rule has ended. */
export function renderDates(
  { rulesetId, activatesAt, replacesRuleId }: SavedRule,
  { rules }: SavedPolicy,
): Pick<FolderRule, 'activates_at' | 'replaces'> {
  const replaced = rules.get(rulesetId)?.find(({ id }) => id === replacesRuleId)
  const replaces = replaced === undefined ? null : (replaced.key ?? encodeId('rule', replaced.id))
  return said({ activates_at: activatesAt, replaces })
}

/** A stored condition as a file says it. */
function renderCondition(values: ConditionValues, policy: SavedPolicy): FolderCondition {
  const { type, profileOperator } = values
  const negation = profileOperator === 'not_equals' ? { operator: profileOperator } : {}
  switch (type) {
    case 'attribute':
      return { type, ...renderAttribute(values.attributeId ?? '', policy), ...negation }
    case 'identity':
      return { type, ...renderTest(values, policy) }
    case 'entitled_to':
      return { type, ...renderAskedFor(values.vendorResourceId ?? '', policy), ...negation }
    case 'user':
    case 'direct_reports_of':
    case 'all_reports_of':
      return { type, ...renderPerson(values.directoryUserId ?? '', policy), ...negation }
  }
}

/** `{dimension, value}` */
export function renderAttribute(id: string, { attributes, dimensions }: SavedPolicy) {
  const attribute = attributes.get(id)
  const dimension = dimensions.get(attribute?.dimensionId ?? '')
  return { dimension: dimension?.handle ?? '', value: attribute?.value ?? '' }
}

function renderAskedFor(id: string, { resources }: SavedPolicy): Pick<FolderCondition, 'resource'> {
  const resource = resources.get(id)
  if (resource === undefined) return {}
  const { type, integration, vendorId } = resource
  return { resource: { type, integration, vendor_id: vendorId } }
}

function renderTest(
  { integrationId, profileKey, profileOperator, profileValue, orAbsent }: ConditionValues,
  { integrations }: SavedPolicy,
): Omit<FolderCondition, 'type'> {
  const integration = integrations.get(integrationId ?? '')?.handle
  const isList = profileOperator === 'in' || profileOperator === 'not_in'
  return {
    ...(integration === undefined ? {} : { integration }),
    profile_key: profileKey ?? '',
    ...said({
      operator: profileOperator,
      value: profileValue !== null && isList ? listOf(profileValue) : profileValue,
      or_absent: orAbsent || null,
    }),
  }
}

function listOf(json: string): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.map(String) : []
}

function renderPerson(id: string, { emails }: SavedPolicy) {
  const email = emails.get(id)
  return email === undefined ? { id: encodeId('directoryUser', id) } : { email }
}
