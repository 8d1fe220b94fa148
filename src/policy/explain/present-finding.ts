import { encodeId } from '../../contract/ids.ts'
import { clip } from '../../contract/text.ts'
import { parseJson } from '../../database/parse-json.ts'
import type {
  SeenAttribute,
  ConditionFinding,
  RuleFinding,
  SeenValues,
} from '../../engine/rule-finding.ts'
import type { NamedCondition } from '../stored-rules/describe-condition.ts'
import { maximumFindings, presentFoundInRule } from '../conditions/rule-findings.ts'
import { nameCondition } from '../conditions/referents.ts'
import {
  presentCondition,
  presentRule,
  type ConditionRow,
  type RuleRow,
} from '../shapes/present.ts'
import type { PolicyViewer } from '../shapes/withhold.ts'
import type { ExplainedAccess } from './explained-access.ts'
import { maximumValues, type ExplainedRuleJson } from './schema.ts'

/** The viewer of an explanation. Rules of hidden rulesets (uuids) are left out. */
export type FindingViewer = PolicyViewer & { hiddenRulesets: ReadonlySet<string> }

/** `conditions`: rule → its conditions, in the order of the engine's. */
export type Presenting = {
  explained: ExplainedAccess
  conditions: ReadonlyMap<string, readonly ConditionRow[]>
  viewer: FindingViewer
}

/** The contract's rule, with the finding of each condition; undefined for a deleted rule. */
export function presentFinding(
  finding: RuleFinding,
  presenting: Presenting,
): ExplainedRuleJson | undefined {
  const { rule, ruleset, isInForce, isMet, conditions } = finding
  const text = presenting.explained.rules.get(rule.id)
  if (text === undefined) return undefined
  const rows = presenting.conditions.get(rule.id)
  return {
    ...presentRule(parseJson<RuleRow>(text), presenting.viewer),
    ruleset_id: encodeId('ruleset', ruleset.id),
    is_in_force: isInForce,
    is_met: isMet,
    findings: (presenting.explained.found.get(rule.id) ?? [])
      .slice(0, maximumFindings)
      .map((found) => presentFoundInRule(found, presenting.viewer)),
    conditions: conditions.flatMap((each, index) => {
      const row = rows?.[index]
      return row === undefined ? [] : [presentConditionFinding(each, row, presenting)]
    }),
  }
}

function presentConditionFinding(
  { isMet, saw }: ConditionFinding,
  row: ConditionRow,
  presenting: Presenting,
) {
  const isWithheld = saw.kind === 'identities' && !presenting.viewer.seesProfileValues
  return {
    ...presentCondition(row, presenting.viewer),
    is_met: isWithheld ? null : isMet,
    saw: presentSeen(saw, presenting),
  }
}

function presentSeen(saw: SeenValues, presenting: Presenting) {
  const nothing = { identities: null, managers: null, attribute: null }
  switch (saw.kind) {
    case 'self':
      return nothing
    case 'identities':
      return { ...nothing, identities: presentIdentities(saw, presenting) }
    case 'managers':
      return {
        ...nothing,
        managers: saw.managers.map((id) => ({
          id: encodeId('directoryUser', id),
          full_name: presenting.explained.names.get(id)?.name ?? '',
        })),
      }
    case 'attribute':
      return {
        ...nothing,
        identities: deactivatedOf(saw, presenting),
        attribute: presentAttribute(saw, presenting),
      }
  }
}

function presentAttribute(
  { holds, rule: finding, isCut: isTooLarge }: SeenAttribute,
  presenting: Presenting,
) {
  const isShown = finding !== null && !presenting.viewer.hiddenRulesets.has(finding.ruleset.id)
  const rule = (isShown && presentFinding(finding, presenting)) || null
  const isCut = isTooLarge || (finding !== null && rule === null)
  return { holds, rule, is_cut: isCut }
}

/** The deactivated accounts that make a negative condition on an attribute false; null where there is none. */
function deactivatedOf({ deactivated }: SeenAttribute, presenting: Presenting) {
  if (deactivated.length === 0) return null
  const identities = deactivated.map((index) => ({ index, values: [], isIgnored: false }))
  return presentIdentities({ identities }, presenting)
}

function presentIdentities(
  { identities }: Pick<Extract<SeenValues, { kind: 'identities' }>, 'identities'>,
  { explained, viewer }: Presenting,
) {
  return identities.flatMap(({ index, values, isIgnored }) => {
    const identity = explained.subject.identities[index]
    if (identity === undefined) return []
    return {
      id: encodeId('identity', identity.id),
      integration_id: encodeId('integration', identity.integration_id),
      integration_handle: identity.integration_handle,
      state: identity.state,
      is_ignored: isIgnored,
      values: viewer.seesProfileValues
        ? values.slice(0, maximumValues).map((value) => clip(value, 1000))
        : null,
      changed_at: identity.changed_at,
    }
  })
}

/** A condition with the names that people know its referents by. */
export function nameRow(row: ConditionRow, { referents }: ExplainedAccess): NamedCondition {
  return nameCondition(
    {
      type: row.type,
      attributeId: row.attribute_id,
      integrationId: row.integration_id,
      directoryUserId: row.directory_user_id,
      vendorResourceId: row.vendor_resource_id,
      profileKey: row.profile_key,
      profileOperator: row.profile_operator,
      profileValue: row.profile_value,
      orAbsent: row.or_absent ?? false,
    },
    referents,
  )
}
