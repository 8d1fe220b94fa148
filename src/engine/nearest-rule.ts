import { findContradiction } from './contradictions.ts'
import { unmetOf, type ConditionFinding, type RuleFinding } from './rule-finding.ts'

/**
 * What would have to change so that a rule admits the person: facts about them, the policy first (no rule decides
 * an attribute), or nothing possible.
 */
const reach = { person: 0, policy: 1, never: 2 }

/** The person whose rules are examined. */
export type Subject = { personId: string; primaryIntegrationId: string | null }

/**
 * The unmet rule with the fewest unmet conditions, then the first in admission order, of those that could admit the
 * person.
 */
export function nearestRule(
  findings: readonly RuleFinding[],
  subject: Subject,
): RuleFinding | null {
  const [nearest] = byDistance(findings, subject)
  return nearest === undefined || nearest.reach === reach.never ? null : nearest.finding
}

/** {@link nearestRule}, and one that can't admit them rather than none. */
export function leastFarRule(
  findings: readonly RuleFinding[],
  subject: Subject,
): RuleFinding | null {
  return byDistance(findings, subject)[0]?.finding ?? null
}

/** A rule that names nothing can be met by no one, however near they are. */
function byDistance(findings: readonly RuleFinding[], subject: Subject) {
  return findings
    .flatMap((finding) => {
      const lacks = unmetOf(finding).length
      return lacks === 0 ? [] : [{ finding, lacks, reach: reachOf(finding, subject) }]
    })
    .toSorted((a, b) => a.reach - b.reach || a.lacks - b.lacks)
}

function reachOf(finding: RuleFinding, subject: Subject): number {
  const conditions = finding.conditions.map(({ condition }) => condition)
  if (findContradiction(conditions, subject.primaryIntegrationId) !== null) return reach.never
  return Math.max(...unmetOf(finding).map((each) => reachOfCondition(each, subject)))
}

function reachOfCondition({ condition, saw }: ConditionFinding, subject: Subject): number {
  const isWanted = condition.operator !== 'not_equals'
  const isOfSubject = condition.resourceId === subject.personId
  switch (condition.type) {
    case 'identity': {
      const integrationId = condition.resourceId ?? subject.primaryIntegrationId
      return integrationId === null ? reach.policy : reach.person
    }
    case 'user':
      return isWanted && isOfSubject ? reach.person : reach.never
    case 'direct_reports_of':
    case 'all_reports_of':
      return isOfSubject ? reach.never : reach.person
    case 'attribute':
    case 'entitled_to':
      if (saw.kind !== 'attribute' || saw.rule === null) return reach.policy
      return isWanted ? reachOf(saw.rule, subject) : reachOfLosing(saw.rule)
  }
}

/** A person stays who they are, so a rule about the person alone can only be withdrawn in the policy. */
function reachOfLosing({ conditions }: RuleFinding): number {
  return conditions.every(({ condition }) => condition.type === 'user')
    ? reach.policy
    : reach.person
}
