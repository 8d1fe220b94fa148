import { encodeId } from '../../contract/ids.ts'
import { resourceTypes } from '../../contract/states.ts'
import { apiProtocol } from '../../http/route/protocol.ts'
import { parseJson } from '../../database/parse-json.ts'
import { presentSummary, type SummaryRow } from '../../policy/shapes/person-summary.ts'
import {
  presentCondition,
  presentRule,
  presentRuleset,
  type ConditionRow,
  type RuleRow,
  type RulesetRow,
} from '../../policy/shapes/present.ts'
import type { PolicyViewer } from '../../policy/shapes/withhold.ts'
import { presentPolicyUser, type PolicyUserRow } from '../../policy/users/policy-user-shape.ts'
import { presentIdentity, type IdentityRow } from '../identities/identity-shape.ts'
import type { DescribedRow } from './describe-queries.ts'
import type { FamilyRow } from './family-columns.ts'
import type { Include } from './include.ts'
import {
  countKeys,
  linkKeys,
  type FamilyKey,
  type IntegrationRefJson,
  type WorkspaceUserRefJson,
} from './schema.ts'
import { presentWorkspaceUserRef } from './workspace-user-ref.ts'

/** The result of evaluation at read, added to the statement's answer. */
export type StagedRules = { count: number; rules: readonly RuleRow[] }

/** What an answer depends on besides the person. `origin` has no trailing slash. */
export type Presentation = {
  include: Include
  staged: StagedRules
  viewer: PolicyViewer
  seesWorkspaceUsers: boolean
  origin: string
}

/** The contract's DirectoryUserDetailedResponseData, key by key and in its order. */
export function presentDirectoryUser(row: DescribedRow, presentation: Presentation) {
  const { staged, origin, seesWorkspaceUsers } = presentation
  const summary = presentSummary(parseJson<SummaryRow>(row.summary))
  const counts = { ...parseJson<Record<string, number>>(row.counts), staged_rules: staged.count }
  return {
    id: summary.id,
    state: summary.state,
    manager_id: summary.manager_id,
    is_manager: summary.is_manager,
    first_name: row.first_name,
    last_name: row.last_name,
    full_name: summary.full_name,
    email: summary.email,
    username: summary.username,
    badge_id: summary.badge_id,
    employee_id: summary.employee_id,
    employee_alt_id: summary.employee_alt_id,
    timestamp: parseJson<Record<string, string | null>>(row.timestamp),
    org: summary.org,
    metadata: summary.metadata,
    count: presentCounts(counts, row.resource_counts),
    included: {
      ...presentRelations(row, seesWorkspaceUsers),
      ...presentFamilies(readFamilies(row), summary, counts, presentation),
    },
    links: presentLinks(origin, summary.id),
  }
}

function presentCounts(
  counts: Record<string, number>,
  resourceCounts: string | null,
): Record<string, number> {
  const found = resourceCounts === null ? {} : parseJson<Record<string, number>>(resourceCounts)
  const shown: Record<string, number> = {}
  for (const key of countKeys) shown[key] = counts[key] ?? 0
  for (const type of resourceTypes) shown[`${type}s`] = found[type] ?? 0
  return shown
}

function presentRelations(row: DescribedRow, seesWorkspaceUsers: boolean) {
  return {
    user_manager: nullable<SummaryRow, SummaryRow>(row.user_manager, presentSummary),
    parent_user: nullable<SummaryRow, SummaryRow>(row.parent_user, presentSummary),
    direct_report_users: readArray<SummaryRow>(row.direct_report_users).map(presentSummary),
    workspace_user: nullable<WorkspaceUserRefJson, WorkspaceUserRefJson>(
      row.workspace_user,
      (user) => presentWorkspaceUserRef(user, seesWorkspaceUsers),
    ),
    integration: nullable<IntegrationRefJson, IntegrationRefJson>(row.integration, (found) => ({
      ...found,
      id: encodeId('integration', found.id),
    })),
    directory_identities: readArray<IdentityRow>(row.directory_identities).map(presentIdentity),
  }
}

function nullable<Row, Shown>(text: string | null, present: (row: Row) => Shown): Shown | null {
  return text === null ? null : present(parseJson<Row>(text))
}

function readArray<Row>(text: string | null): Row[] {
  return text === null ? [] : parseJson<Row[]>(text)
}

/**
 * The families of `included` without the evaluated one, with their records; empty for a family that is not
 * included.
 */
export type Families = {
  secondary_users: SummaryRow[]
  policy_conditions: ConditionRow[]
  policy_users: PolicyUserRow[]
  policy_rules_manifest: RuleRow[]
  policy_rules_qualified: RuleRow[]
  policy_rulesets: RulesetRow[]
}

function readFamilies(row: FamilyRow): Families {
  return {
    secondary_users: readArray(row.secondary_users),
    policy_conditions: readArray(row.policy_conditions),
    policy_users: readArray(row.policy_users),
    policy_rules_manifest: readArray(row.policy_rules_manifest),
    policy_rules_qualified: readArray(row.policy_rules_qualified),
    policy_rulesets: readArray(row.policy_rulesets),
  }
}

const countOf: Record<FamilyKey, string> = {
  secondary_users: 'secondary_users',
  policy_conditions: 'policy_conditions',
  policy_users: 'policy_users',
  policy_rules_manifest: 'manifest_rules',
  policy_rules_qualified: 'qualified_rules',
  policy_rules_staged: 'staged_rules',
  policy_rulesets: 'policy_rulesets',
}

/** The families that `include` names. `counts` by the keys of `count`, those of the families at least. */
export function presentFamilies(
  families: Families,
  person: SummaryRow,
  counts: Record<string, number>,
  presentation: Pick<Presentation, 'include' | 'staged' | 'viewer'>,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const { family, form } of presentation.include.parts) {
    const count = counts[countOf[family]] ?? 0
    if (form === 'count') shown[`${family}_count`] = count
    else if (form === 'exists') shown[`${family}_exists`] = count > 0
    else shown[family] = presentFamily(family, families, person, presentation)
  }
  return shown
}

function presentFamily(
  family: FamilyKey,
  families: Families,
  person: SummaryRow,
  { staged, viewer }: Pick<Presentation, 'staged' | 'viewer'>,
): unknown[] {
  const ruleOf = (rule: RuleRow) => presentRule(rule, viewer)
  switch (family) {
    case 'secondary_users':
      return families.secondary_users.map(presentSummary)
    case 'policy_conditions':
      return families.policy_conditions.map((condition) => presentCondition(condition, viewer))
    case 'policy_users':
      return families.policy_users.map((stay) => presentPolicyUser(stay, person, viewer))
    case 'policy_rules_manifest':
      return families.policy_rules_manifest.map(ruleOf)
    case 'policy_rules_qualified':
      return families.policy_rules_qualified.map(ruleOf)
    case 'policy_rules_staged':
      return staged.rules.map(ruleOf)
    case 'policy_rulesets':
      return families.policy_rulesets.map(presentRuleset)
  }
}

export function presentLinks(origin: string, id: string): Record<string, string> {
  const self = `${origin}${apiProtocol.prefix}/directory/users/${id}`
  return Object.fromEntries(linkKeys.map((key) => [key, self + linkPaths[key]]))
}

const linkPaths: Record<(typeof linkKeys)[number], string> = {
  self: '',
  workspace_user: '/workspace-user',
  integration: '/integration',
  secondary_users: '/secondary-users',
  direct_report_users: '/direct-report-users',
  directory_identities: '/directory-identities',
  audit_logs_parent: '/audit-logs/parent',
  audit_logs_record: '/audit-logs/record',
  audit_logs_related: '/audit-logs/related',
  audit_logs_subject: '/audit-logs/subject',
}
