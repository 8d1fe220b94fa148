import { encodeId } from '../../contract/ids.ts'
import { parseJson } from '../../database/parse-json.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import type { StayValues } from '../manifests/manifest-changes.ts'
import { presentSummary, type SummaryRow } from '../shapes/person-summary.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import { presentPolicyUser, type PolicyUserRow } from './policy-user-shape.ts'
import type { Phase } from './queries.ts'
import type { ListedPolicyUserJson, PolicyUserJson } from './schema.ts'

/** A stay with its person, as JSON text, and the phase that is shown. */
export type StayRow = Pick<Phase, 'state' | 'since' | 'until'> & {
  stay: string
  summary: string
  has_rule: boolean
  expires_by: StayValues['expiresBy']
}

/** `baseUrl` has no trailing slash. */
export type StayPresentation = { viewer: PolicyViewer; baseUrl: string }

/** The contract's policy user in the state of its phase, with where to go from it. */
export function presentStay(row: StayRow, { viewer, baseUrl }: StayPresentation) {
  const person = presentSummary(parseJson<SummaryRow>(row.summary))
  const stay = presentPolicyUser(parseJson<PolicyUserRow>(row.stay), person, viewer)
  return {
    ...stay,
    state: row.state,
    expires_by: row.expires_by,
    links: stayLinks(stay, row, baseUrl),
  }
}

export function presentListedStay(row: StayRow, shown: StayPresentation): ListedPolicyUserJson {
  const phase = { since: instant(row.since), until: instantOrNull(row.until) }
  return { ...presentStay(row, shown), phase }
}

/** A phase of a stay's history. */
export function presentPhase(phase: Phase & { recorded_at: Date }) {
  return {
    policy_rule_id: encodeId('rule', phase.rule_id),
    state: phase.state,
    since: instant(phase.since),
    until: instantOrNull(phase.until),
    recorded_at: instant(phase.recorded_at),
  }
}

function stayLinks(
  { id, included }: PolicyUserJson,
  { has_rule: hasRule }: StayRow,
  baseUrl: string,
) {
  const person = `${baseUrl}/directory/users/${included.directory_user.id}`
  return {
    self: `${baseUrl}/policy/users/${id}`,
    directory_user: person,
    policy_ruleset: `${baseUrl}/policy/rulesets/${included.policy_ruleset.id}`,
    policy_rule: hasRule ? `${baseUrl}/policy/rules/${included.policy_rule.id}` : null,
    explain: `${person}/explain?ruleset=${included.policy_ruleset.id}`,
  }
}
