import type { Identity, Person, Policy } from './model.ts'

/** A person's accounts in an integration that provide values: a deactivated one does in the primary integration only. */
export function accountsIn(
  { identities }: Pick<Person, 'identities'>,
  integrationId: string,
  isPrimary: boolean,
): Identity[] {
  return identities.filter(
    (identity) =>
      identity.integrationId === integrationId && (isPrimary || identity.isDeactivated !== true),
  )
}

/** Whether a person has accounts in an integration, and all of them are deactivated. */
export function hasOnlyDeactivated(
  { identities }: Pick<Person, 'identities'>,
  integrationId: string,
): boolean {
  const here = identities.filter((identity) => identity.integrationId === integrationId)
  return here.length > 0 && here.every(({ isDeactivated }) => isDeactivated === true)
}

/**
 * The integrations of the attributes that negative conditions name. Such a condition is false for a person whose
 * only accounts there are deactivated: their values are unknown.
 */
export function integrationsOfNegatedAttributes({
  rules,
  integrationOfAttribute = {},
}: Policy): string[] {
  const conditions = rules.flatMap((rule) => rule.conditions)
  const denied = conditions.flatMap(({ type, operator, resourceId }) =>
    type === 'attribute' && operator === 'not_equals'
      ? (integrationOfAttribute[resourceId] ?? [])
      : [],
  )
  return [...new Set(denied)]
}
