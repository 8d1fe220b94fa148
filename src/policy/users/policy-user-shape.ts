import { sql, type RawBuilder } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { policyResourceJson, ruleJson, rulesetJson } from '../shapes/columns.ts'
import type { DirectoryUserSummaryJson } from '../shapes/person-summary.ts'
import {
  presentPolicyResource,
  presentRule,
  presentRuleset,
  type ResourceRow,
  type RuleRow,
  type RulesetRow,
} from '../shapes/present.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import type { PolicyUserJson } from './schema.ts'

/** A stay as PostgreSQL builds it: `s` policy_user, and what shapes/columns.ts expects of `r`, `rs`, `pr`, `ps`. */
export const policyUserJson = stayJson(
  sql`'rule', ${ruleJson}, 'ruleset', ${rulesetJson}, 'resource', ${policyResourceJson}`,
)
/** The same for many stays at once: naming rule and ruleset, which stays share. */
export const namingPolicyUserJson = stayJson(sql`'rule', s.rule_id, 'ruleset', s.ruleset_id`)

function stayJson(belongings: RawBuilder<unknown>) {
  return sql`json_build_object('id', s.id, 'state', s.state, 'created_at', iso(s.created_at),
  'updated_at', iso(s.updated_at), 'activated_at', iso(s.activated_at), 'expires_at', iso(s.expires_at),
  'deleted_at', iso(s.deleted_at), ${belongings})`
}

type Stay = {
  id: string
  state: PolicyUserJson['state']
  created_at: string
  updated_at: string
  activated_at: string
  expires_at: string | null
  deleted_at: string | null
}
/** What a ruleset is, and of what. */
export type RulesetAndResource = { ruleset: RulesetRow; resource: ResourceRow }
/** The result of {@link policyUserJson}. Ids are uuids. */
export type PolicyUserRow = Stay & { rule: RuleRow } & RulesetAndResource
/** The result of {@link namingPolicyUserJson}. */
export type NamingPolicyUserRow = Stay & { rule: string; ruleset: string }

/** The contract's policy user; `person` is presented already. */
export function presentPolicyUser(
  stay: PolicyUserRow,
  person: DirectoryUserSummaryJson,
  viewer: PolicyViewer,
): PolicyUserJson {
  return {
    id: encodeId('policyUser', stay.id),
    state: stay.state,
    timestamp: {
      created_at: stay.created_at,
      updated_at: stay.updated_at,
      activated_at: stay.activated_at,
      expires_at: stay.expires_at,
      deleted_at: stay.deleted_at,
    },
    included: {
      directory_user: person,
      policy_ruleset: presentRuleset(stay.ruleset),
      policy_rule: presentRule(stay.rule, viewer),
      policy_resource: presentPolicyResource(stay.resource, stay.ruleset.attribute_id !== null),
    },
  }
}
