import { contradict } from './contradictions.ts'
import type { Condition } from './model.ts'
import { unmetOf, type ConditionFinding, type RuleFinding } from './rule-finding.ts'

/**
 * What would have to change so that a rule admits the person: facts about them, the policy first (no rule decides
 * an attribute), or nothing possible.
 */
type Reach = 'person' | 'policy' | 'never'

const farther: readonly Reach[] = ['person', 'policy', 'never']

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
  return nearest === undefined || nearest.reach === 'never' ? null : nearest.finding
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
    .toSorted((a, b) => farther.indexOf(a.reach) - farther.indexOf(b.reach) || a.lacks - b.lacks)
}

function reachOf(finding: RuleFinding, subject: Subject): Reach {
  const conditions = finding.conditions.map(({ condition }) => condition)
  if (someContradict(conditions, subject.primaryIntegrationId)) return 'never'
  const reaches = new Set(unmetOf(finding).map((each) => reachOfCondition(each, subject)))
  return farther.findLast((reach) => reaches.has(reach)) ?? 'person'
}

function someContradict(conditions: readonly Condition[], primary: string | null): boolean {
  return conditions.some((a, index) =>
    conditions.slice(index + 1).some((b) => contradict(a, b, primary)),
  )
}

function reachOfCondition({ condition, saw }: ConditionFinding, subject: Subject): Reach {
  const isWanted = condition.operator !== 'not_equals'
  switch (condition.type) {
    case 'identity':
      return (condition.resourceId ?? subject.primaryIntegrationId) === null ? 'policy' : 'person'
    case 'user':
      return isWanted && condition.resourceId === subject.personId ? 'person' : 'never'
    case 'direct_reports_of':
    case 'all_reports_of':
      return isWanted && condition.resourceId === subject.personId ? 'never' : 'person'
    case 'attribute':
      if (saw.kind !== 'attribute' || saw.holds === null) return 'policy'
      if (saw.rule === null) return saw.isCut ? 'policy' : 'person'
      return isWanted ? reachOf(saw.rule, subject) : reachOfLosing(saw.rule)
  }
}

/** A person stays who they are, so a rule about the person alone can only be withdrawn in the policy. */
function reachOfLosing({ conditions }: RuleFinding): Reach {
  return conditions.every(({ condition }) => condition.type === 'user') ? 'policy' : 'person'
}
