import { encodeId } from '../../contract/ids.ts'
import { parseJson } from '../../database/parse-json.ts'
import { unmetOf } from '../../engine/rule-finding.ts'
import { instant, instantOrNull } from '../../http/schema.ts'
import { unhurried } from '../../http/unhurried.ts'
import { presentSummary, type SummaryRow } from '../shapes/person-summary.ts'
import {
  presentPolicyResource,
  presentRule,
  presentRuleset,
  type ResourceRow,
  type RuleRow,
  type RulesetRow,
} from '../shapes/present.ts'
import type { ExplainedAccess } from './explain-access.ts'
import { nameRow, presentFinding, type FindingViewer } from './present-finding.ts'
import { maximumRules, type ExplainedRuleJson, type ExplanationJson } from './schema.ts'
import { ineligibleBecause, whyInOneLine, wordsOfUnmet } from './words.ts'

/** The answer of explain (Explanation), with turns for other requests between the rules. `baseUrl` has no trailing slash. */
export async function presentExplanation(
  explained: ExplainedAccess,
  viewer: FindingViewer,
  baseUrl: string,
): Promise<ExplanationJson> {
  const { explanation, stay } = explained
  const rulesetRow = parseJson<RulesetRow>(explained.ruleset.ruleset)
  const ruleset = presentRuleset(rulesetRow)
  const person = presentSummary(parseJson<SummaryRow>(explained.subject.summary))
  const stayId = stay && encodeId('policyUser', stay.id)
  const reasons = ineligibleBecause(
    explanation.eligibility,
    explained.subject.parent?.full_name ?? null,
  )
  const nearest = presentNearest(explained, viewer)
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
      isFrozen: explained.policy.freezes.isFrozen(explained.rulesetId),
    }),
    policy_user: stay === undefined ? null : presentStayFound(stay),
    eligibility: {
      is_eligible: explanation.eligibility.isEligible,
      state: explanation.eligibility.state,
      parent: presentParent(explained),
      reasons,
    },
    grace: presentGrace(explained),
    policy_rules: await presentFindings(explained, viewer),
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

async function presentFindings(explained: ExplainedAccess, viewer: FindingViewer) {
  const shown: ExplainedRuleJson[] = []
  for await (const finding of unhurried(explained.explanation.rules.slice(0, maximumRules))) {
    const rule = presentFinding(finding, explained, viewer)
    if (rule !== undefined) shown.push(rule)
  }
  return shown
}

type Stay = NonNullable<ExplainedAccess['stay']>

function presentStayFound(stay: Stay) {
  return {
    id: encodeId('policyUser', stay.id),
    state: stay.state,
    policy_rule_id: encodeId('rule', stay.rule_id),
    since: instant(stay.activated_at),
    until: instantOrNull(stay.expires_at),
  }
}

function presentParent({ subject: { parent }, explanation }: ExplainedAccess) {
  const { parentState } = explanation.eligibility
  if (parent === null || parentState === null) return null
  return {
    id: encodeId('directoryUser', parent.id),
    full_name: parent.full_name,
    state: parentState,
  }
}

function presentGrace({ stay, policy }: ExplainedAccess) {
  if (stay === undefined) return null
  return {
    expires_after_days: policy.holdingRule(stay.rule_id).graceDays,
    until: stay.expires_by === 'grace' ? instantOrNull(stay.expires_at) : null,
  }
}

/** The rule that lacks least, with what it lacks in words. */
function presentNearest(explained: ExplainedAccess, { seesProfileValues }: FindingViewer) {
  const { nearest } = explained.explanation
  if (nearest === null) return null
  const unmet = new Set(unmetOf(nearest))
  const rows = explained.conditions.get(nearest.rule.id)
  return {
    policy_rule_id: encodeId('rule', nearest.rule.id),
    unmet_conditions: unmet.size,
    would_match_if: nearest.conditions.flatMap((finding, index) => {
      const row = rows?.[index]
      if (row === undefined || !unmet.has(finding)) return []
      return wordsOfUnmet(finding, nameRow(row, explained), seesProfileValues)
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
