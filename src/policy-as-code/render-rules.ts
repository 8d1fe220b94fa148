import { encodeId } from '../contract/ids.ts'
import type { ConditionValues } from '../policy/stored-rules/rule-values.ts'
import type { FolderCondition } from './folder-file.ts'
import type { FolderRule } from './folder-file.ts'
import type { SavedPolicy, SavedRule } from './saved-policy.ts'

/** A stored rule as a file says it. */
export function renderRule(rule: SavedRule, policy: SavedPolicy): FolderRule {
  const { values } = rule
  const { description, descriptionIsWritten, reason, expiresAfterDays, expiresAt } = values
  return {
    id: encodeId('rule', rule.id),
    ...(rule.key === null ? {} : { key: rule.key }),
    role: rule.roleHandle,
    state: values.state === 'staged' ? 'staged' : 'active',
    ...renderDates(rule, policy),
    priority: values.priority,
    ...(descriptionIsWritten ? { description } : {}),
    ...(reason === null ? {} : { reason }),
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
    ...(expiresAfterDays === null ? {} : { expires_after_days: expiresAfterDays }),
    ...(values.everyoneElse ? { everyone_else: true } : {}),
    conditions: rule.conditions.map((condition) => renderCondition(condition, policy)),
  }
}

/** When it comes into force, and in the place of which rule. */
export function renderDates(
  rule: SavedRule,
  policy: SavedPolicy,
): Pick<FolderRule, 'activates_at' | 'replaces'> {
  const { activatesAt } = rule
  return {
    ...(activatesAt === null ? {} : { activates_at: activatesAt }),
    ...renderReplaced(rule, policy),
  }
}

function renderReplaced({ rulesetId, replacesRuleId }: SavedRule, { rules }: SavedPolicy) {
  if (replacesRuleId === null) return {}
  const replaced = rules.get(rulesetId)?.find(({ id }) => id === replacesRuleId)
  // Nothing where the rule to replace has ended.
  return replaced === undefined ? {} : { replaces: replaced.key ?? encodeId('rule', replaced.id) }
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

function renderTest(
  { integrationId, profileKey, profileOperator, profileValue }: ConditionValues,
  { integrations }: SavedPolicy,
): Omit<FolderCondition, 'type'> {
  const integration = integrationId === null ? undefined : integrations.get(integrationId)
  const isList = profileOperator === 'in' || profileOperator === 'not_in'
  const value = profileValue !== null && isList ? listOf(profileValue) : profileValue
  return {
    ...(integration === undefined ? {} : { integration }),
    profile_key: profileKey ?? '',
    ...(profileOperator === null ? {} : { operator: profileOperator }),
    ...(value === null ? {} : { value }),
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
