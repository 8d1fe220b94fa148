import { encodeId } from '../../contract/ids.ts'
import { parseJson } from '../../database/parse-json.ts'
import { unmetOf } from '../../engine/rule-finding.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import { presentSummary, type SummaryRow } from '../shapes/person-summary.ts'
import {
  presentPolicyResource,
  presentRule,
  presentRuleset,
  type ConditionRow,
  type ResourceRow,
  type RuleRow,
  type RulesetRow,
} from '../shapes/present.ts'
import { wordsOfDay, type StateSourceJson } from '../shapes/state-source.ts'
import type { Explanation } from '../../engine/explain.ts'
import type { ExplainedAccess } from './explained-access.ts'
import { presentPendingFacts } from './pending-facts.ts'
import { nameRow, presentFinding, type Presenting, type FindingViewer } from './present-finding.ts'
import { explain, type ExplainedPolicy } from './question.ts'
import { maximumRules, type ExplanationJson } from './schema.ts'
import { ineligibleBecause, whyInOneLine, wordsOfUnmet } from './words.ts'

/** The viewer of an explanation. `baseUrl` has no trailing slash. */
export type Viewer = FindingViewer & { baseUrl: string }

/** The answer of explain (Explanation). */
export function presentExplanation(
  policy: ExplainedPolicy,
  explained: ExplainedAccess,
  viewer: Viewer,
): ExplanationJson {
  const { stay } = explained
  const { baseUrl } = viewer
  const explanation = explain(policy, explained.question)
  const presenting = { explained, viewer, conditions: conditionsByRule(explained) }
  const rulesetRow = parseJson<RulesetRow>(explained.ruleset.ruleset)
  const ruleset = presentRuleset(rulesetRow)
  const person = presentSummary(parseJson<SummaryRow>(explained.subject.summary))
  const stayId = stay && encodeId('policyUser', stay.id)
  const reasons = ineligibleBecause(
    explanation.eligibility,
    explained.subject.parent?.full_name ?? null,
    wordsOfDay(parseJson<StateSourceJson>(explained.subject.state_source)),
  )
  const nearest = presentNearest(explanation, presenting)
  return {
    verdict: stay === undefined ? 'out' : stay.expires_by === 'grace' ? 'in_grace' : 'in',
    why: whyInOneLine({
      stay: presentHold(explained, viewer),
      met: descriptionOf(explanation.first?.rule.id, explained, viewer),
      isDeleted: explanation.eligibility.isDeleted,
      reasons,
      wouldMatchIf: nearest?.would_match_if ?? [],
      hasRuleInForce: explanation.rules.some(({ isInForce }) => isInForce),
      rulesetState: ruleset.state,
    }),
    policy_user: stay === undefined ? null : presentStayFound(stay),
    eligibility: {
      is_eligible: explanation.eligibility.isEligible,
      state: explanation.eligibility.state,
      parent: presentParent(explanation, explained),
      reasons,
    },
    grace: presentGrace(explained),
    policy_rules: explanation.rules
      .slice(0, maximumRules)
      .flatMap((finding) => presentFinding(finding, presenting) ?? []),
    pending: presentPendingFacts(explained.pending, viewer.seesProfileValues),
    nearest,
    withheld: viewer.seesProfileValues ? [] : ['profile_values'],
    included: {
      directory_user: person,
      policy_ruleset: ruleset,
      policy_resource: presentPolicyResource(
        parseJson<ResourceRow>(explained.ruleset.resource),
        rulesetRow.attribute_id !== null,
      ),
    },
    links: {
      directory_user: `${baseUrl}/directory/users/${person.id}`,
      policy_ruleset: `${baseUrl}/policy/rulesets/${ruleset.id}`,
      policy_user: stayId === undefined ? null : `${baseUrl}/policy/users/${stayId}`,
    },
  }
}

/** Rule → its conditions, in the order of the engine's. */
function conditionsByRule({ conditions }: ExplainedAccess): Presenting['conditions'] {
  return Map.groupBy(parseJson<ConditionRow[]>(conditions), ({ rule_id }) => rule_id)
}

type Stay = NonNullable<ExplainedAccess['stay']>

function presentStayFound(stay: Stay) {
  return {
    id: encodeId('policyUser', stay.id),
    state: stay.state,
    policy_rule_id: encodeId('rule', stay.rule_id),
    since: instant(stay.role_since),
    until: instantOrNull(stay.expires_at),
  }
}

function presentParent({ eligibility }: Explanation, { subject: { parent } }: ExplainedAccess) {
  const { parentState } = eligibility
  if (parent === null || parentState === null) return null
  return {
    id: encodeId('directoryUser', parent.id),
    full_name: parent.full_name,
    state: parentState,
  }
}

function presentGrace({ stay, graceDays }: ExplainedAccess) {
  if (stay === undefined || graceDays === null) return null
  return {
    expires_after_days: graceDays,
    until: stay.expires_by === 'grace' ? instantOrNull(stay.expires_at) : null,
  }
}

/** The rule that lacks least, with what it lacks in words. */
function presentNearest({ nearest }: Explanation, presenting: Presenting) {
  const { explained, viewer } = presenting
  if (nearest === null) return null
  const unmet = new Set(unmetOf(nearest))
  const rows = presenting.conditions.get(nearest.rule.id)
  return {
    policy_rule_id: encodeId('rule', nearest.rule.id),
    unmet_conditions: unmet.size,
    would_match_if: nearest.conditions.flatMap((finding, index) => {
      const row = rows?.[index]
      if (row === undefined || !unmet.has(finding)) return []
      const attribute = explained.referents.attributes.get(row.attribute_id ?? '')
      const named = { named: nameRow(row, explained), isActive: attribute?.isActive !== false }
      return wordsOfUnmet(finding, named, viewer.seesProfileValues)
    }),
  }
}

function presentHold(explained: ExplainedAccess, viewer: FindingViewer) {
  const { stay, rules } = explained
  const text = stay && rules.get(stay.rule_id)
  if (stay === undefined || text === undefined) return null
  const { role_name: roleName, description } = presentRule(parseJson<RuleRow>(text), viewer)
  return {
    byGrace: stay.expires_by === 'grace',
    until: stay.expires_at,
    roleName,
    rule: description ?? '',
  }
}

function descriptionOf(
  ruleId: string | undefined,
  { rules }: ExplainedAccess,
  viewer: FindingViewer,
): string | null {
  const text = ruleId && rules.get(ruleId)
  return text ? presentRule(parseJson<RuleRow>(text), viewer).description : null
}
