import { integrationsOfNegatedAttributes } from '../../engine/accounts.ts'
import type { Policy } from '../../engine/model.ts'

/** What evaluating people under a policy reads. Other facts are not loaded. */
export type PolicyReads = {
  /** Integration → the top-level members of its identities' profiles that conditions can reach. */
  members: ReadonlyMap<string, readonly string[]>
  /** At least one condition needs more than the direct manager. */
  managementChains: boolean
}

/** Works out what the rules of a policy read. Integrations that no condition reads are left out. */
export function readsOf(policy: Policy): PolicyReads {
  const { rules, primaryIntegrationId } = policy
  const conditions = rules.flatMap((rule) => rule.conditions)
  const members = new Map(
    integrationsOfNegatedAttributes(policy).map((id) => [id, new Set<string>()]),
  )
  for (const condition of conditions) {
    if (condition.type !== 'identity') continue
    const integrationId = condition.resourceId ?? primaryIntegrationId
    if (integrationId === null) continue
    const here = members.get(integrationId) ?? new Set<string>()
    // With a key its members are in already. Very many conditions may share one.
    if (here.has(condition.profileKey)) continue
    for (const member of membersReachedBy(condition.profileKey)) here.add(member)
    members.set(integrationId, here)
  }
  return {
    members: new Map([...members].map(([id, names]) => [id, [...names]])),
    managementChains: conditions.some(({ type }) => type === 'all_reports_of'),
  }
}

/** A key names a member spelled exactly so, else a path that starts at a member. */
function membersReachedBy(profileKey: string): string[] {
  return [...new Set([profileKey, profileKey.split('.')[0] ?? profileKey])]
}
