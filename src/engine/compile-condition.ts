import type {
  Condition,
  IdentityCondition,
  MembershipCondition,
  MembershipType,
  Policy,
} from './model.ts'
import { compileTest } from './operators.ts'
import type { Check, PersonView } from './person-view.ts'

/** The parts of a policy that determine which integration a condition reads. */
export type Integrations = Pick<Policy, 'primaryIntegrationId' | 'integrationOfAttribute'>

/**
 * Makes a condition a function of a person. Throws where its value does not fit its operator, which
 * `readCondition` refuses before it is stored.
 */
export function compileCondition(condition: Condition, policy: Integrations): Check {
  if (condition.type === 'identity') return compileIdentity(condition, policy.primaryIntegrationId)
  const check = compileMembership(condition)
  const { type, operator, resourceId } = condition
  const integrationId = policy.integrationOfAttribute?.[resourceId]
  if (type !== 'attribute' || operator !== 'not_equals' || integrationId === undefined) return check
  return (view) => check(view) && !view.hasOnlyDeactivated(integrationId)
}

function compileIdentity(condition: IdentityCondition, primaryIntegrationId: string | null): Check {
  const { profileKey, operator, value, orAbsent } = condition
  const test = compileTest(operator, value, orAbsent)
  const integrationId = condition.resourceId ?? primaryIntegrationId
  if (integrationId === null) return () => false
  const isPrimary = integrationId === primaryIntegrationId
  return (view) => test(view.find(integrationId, profileKey, isPrimary))
}

function compileMembership({ type, resourceId, operator }: MembershipCondition): Check {
  const wanted = operator !== 'not_equals'
  if (type === 'user' && wanted) return (view) => view.personId === resourceId && !view.isAway
  const isMember = membership[type]
  return (view) => isMember(view, resourceId) === wanted
}

/**
 * A person without the membership satisfies "is not", regardless of the reason. Only an attribute or a resource that no rule
 * in force decides is unknown (null), so that both tests of it are false.
 */
const membership: Record<MembershipType, (view: PersonView, id: string) => boolean | null> = {
  attribute: (view, id) => view.holds(id),
  entitled_to: (view, id) => view.holds(id),
  user: (view, id) => view.personId === id,
  direct_reports_of: (view, id) => view.managerId === id,
  all_reports_of: (view, id) => view.managersAbove().includes(id),
}
