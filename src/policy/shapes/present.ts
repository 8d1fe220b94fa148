import { encodeId } from '../../contract/ids.ts'
import type {
  PolicyConditionJson,
  PolicyResourceJson,
  PolicyRuleJson,
  PolicyRulesetJson,
} from './schema.ts'
import { isWithheld, sayAllTo, sayTo, type PolicyViewer, type SaidCondition } from './withhold.ts'

/** The rows that columns.ts builds: the contract's shapes, with uuids. */
export type RuleRow = PolicyRuleJson & {
  /** The conditions that the description was made from, where one of them shows a value of a profile or names a person. */
  said: SaidCondition[] | null
}
export type RulesetRow = Omit<PolicyRulesetJson, 'resource_id'> & {
  attribute_id: string | null
  resource_id: string | null
}
export type ResourceRow = PolicyResourceJson
export type ConditionRow = Omit<PolicyConditionJson, 'resource_id'> & {
  attribute_id: string | null
  integration_id: string | null
  directory_user_id: string | null
  vendor_resource_id: string | null
  said: SaidCondition
}

export function presentRule({ said, ...row }: RuleRow, viewer: PolicyViewer): PolicyRuleJson {
  const description = said?.some((condition) => isWithheld(condition, viewer))
    ? sayAllTo(said, viewer)
    : row.description
  return { ...row, id: encodeId('rule', row.id), description }
}

export function presentRuleset(row: RulesetRow): PolicyRulesetJson {
  return {
    id: encodeId('ruleset', row.id),
    state: row.state,
    type: row.type,
    resource_id:
      row.attribute_id === null
        ? encodeId('resource', row.resource_id ?? '')
        : encodeId('attribute', row.attribute_id),
    is_authoritative: row.is_authoritative,
    expires_after_days: row.expires_after_days,
  }
}

export function presentPolicyResource(row: ResourceRow, isAttribute: boolean): PolicyResourceJson {
  return {
    ...row,
    id: encodeId(isAttribute ? 'attribute' : 'resource', row.id),
    parent:
      row.parent === null ? null : encodeId(isAttribute ? 'dimension' : 'resource', row.parent),
  }
}

export function presentCondition(row: ConditionRow, viewer: PolicyViewer): PolicyConditionJson {
  return {
    id: encodeId('condition', row.id),
    is_imported: row.is_imported,
    type: row.type,
    ruleset_id: encodeId('ruleset', row.ruleset_id),
    rule_id: encodeId('rule', row.rule_id),
    resource_id: conditionResource(row),
    profile_key: row.profile_key,
    profile_operator: row.profile_operator,
    profile_value: viewer.seesProfileValues ? row.profile_value : null,
    ...(row.or_absent && { or_absent: true }),
    description: sayTo({ ...row.said, description: row.description }, viewer),
  }
}

function conditionResource(row: ConditionRow): string | null {
  if (row.attribute_id !== null) return encodeId('attribute', row.attribute_id)
  if (row.directory_user_id !== null) return encodeId('directoryUser', row.directory_user_id)
  if (row.vendor_resource_id !== null) return encodeId('resource', row.vendor_resource_id)
  return row.integration_id === null ? null : encodeId('integration', row.integration_id)
}
