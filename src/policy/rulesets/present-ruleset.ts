import type { Static } from 'typebox'
import { parseJson } from '../../database/parse-json.ts'
import { instant } from '../../http/shapes/schema.ts'
import { presentFoundInRule } from '../conditions/rule-findings.ts'
import {
  presentPolicyResource,
  presentRuleset,
  type ResourceRow,
  type RulesetRow,
} from '../shapes/present.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import type { ListedRulesetRow } from './queries.ts'
import type { ListedRuleset } from './schema.ts'

/** `baseUrl` has no trailing slash. */
export function presentListedRuleset(
  row: ListedRulesetRow,
  { viewer, baseUrl }: { viewer: PolicyViewer; baseUrl: string },
): Static<typeof ListedRuleset> {
  const rulesetRow = parseJson<RulesetRow>(row.ruleset)
  const isAttribute = rulesetRow.attribute_id !== null
  const ruleset = presentRuleset(rulesetRow)
  const self = `${baseUrl}/policy/rulesets/${ruleset.id}`
  const resources = isAttribute ? 'attributes' : 'resources'
  return {
    ...ruleset,
    expires_after_days_inherited: row.inherits,
    ...row.limits,
    recalculating: row.recalculating,
    findings: row.findings.map((found) => presentFoundInRule(found, viewer)),
    policy_resource: presentPolicyResource(parseJson<ResourceRow>(row.resource), isAttribute),
    timestamp: { created_at: instant(row.created_at), updated_at: instant(row.updated_at) },
    links: {
      self,
      policy_resource: `${baseUrl}/directory/${resources}/${ruleset.resource_id}`,
      rules: `${self}/rules`,
      manifest_users: `${self}/manifest-users`,
      qualified_users: `${self}/qualified-users`,
      staged_users: `${self}/staged-users`,
      admins: `${self}/admins`,
    },
  }
}
