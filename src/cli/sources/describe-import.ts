import { describeUnsaid } from '../../connectors/file/absent-columns.ts'
import type { ImportPlan } from '../../connectors/import/plan-import.ts'
import {
  presentMissing,
  presentReview,
  type ImportOutcome,
} from '../../connectors/import/outcome.ts'
import { maximumAttributes } from '../../policy/attributes/make-attributes.ts'
import { permissionsToDecide } from '../../contract/permissions.ts'
import { counted } from '../../contract/text.ts'
import {
  describeLeftAlone,
  describeReasons,
  describeRefusals,
  describeReview,
  describeUnknown,
} from './describe-findings.ts'
import {
  describeCounts,
  describeMoves,
  describeTitle,
  describeTotals,
  section,
} from '../plans/describe-effects.ts'
import { describeHeld } from '../plans/describe-held.ts'
import { linesWith, table, type Line } from '../output/table-text.ts'

/** The counts of an import that are not zero, and its findings, a line each. */
export function describeImport(outcome: ImportOutcome): string {
  const { accounts, groups, memberships, attributes, manifests, missing } = outcome
  const { created, changed, activated, suspended, deactivated } = outcome.people
  const people = { created, changed, activated, suspended, deactivated }
  const counts = { accounts, people, groups, memberships, attributes, manifests }
  const { dimensionsPassedOver: handles, statesUnsaid } = outcome
  const left = presentMissing(missing)
  return table(
    linesWith([
      [
        'read',
        `${outcome.rowsRead} rows, ${outcome.rowsBad} refused, ${Math.round(outcome.rowsPerSecond)} rows/s`,
      ],
      ...Object.entries(counts).map(([name, of]): Line => [name, describeCounts(of)]),
      ...outcome.refusals.flatMap(describeRefusals),
      ...describeReasons('left out', outcome.leftOut),
      ...describeUnknown(outcome.unknownStates),
      ['unknown', statesUnsaid > 0 && describeUnsaid(statesUnsaid)],
      ...outcome.remarks.map((remark): Line => ['note', remark]),
      ['missing', left && describeLeftAlone(left)],
      ['to review', describeReview(presentReview(outcome.people))],
      ...describeIncident(outcome),
      [
        'passed over',
        handles.length > 0 &&
          `dimensions ${handles.join(', ')}: policy_keys do not list their keys, so that their values become no attributes`,
      ],
      ...outcome.surplusValues.map(({ dimension, values }): Line => [
        'surplus',
        `${counted(values, 'value')} of the dimension ${dimension} become no attributes: it may have ${maximumAttributes}`,
      ]),
      ['rejected', describeRejected(outcome)],
      ['report', outcome.reportPath],
    ]),
  )
}

function describeIncident({ incident }: ImportOutcome): Line[] {
  if (incident === null) return []
  return describeHeld({
    ...incident,
    closed_as: incident.closedAs,
    account_ends: incident.accountEnds,
    reasons: incident.reasons.map(({ rulesetId, rulesetName, ...reason }) => ({
      ...reason,
      ruleset_name: rulesetName ?? rulesetId,
    })),
    decision_permissions: permissionsToDecide(incident.changesProfiles),
    correction: 'correct it and import its complete list again',
  })
}

/** Values that stay as they were accepted, because someone rejected what the source still says. */
function describeRejected({ rejectedValues }: ImportOutcome): string | null {
  const values = rejectedValues.map(
    ({ key, accounts }) => `${key} of ${counted(accounts, 'account')}`,
  )
  if (values.length === 0) return null
  return `${values.join(', ')}: the source still says it, and it stays unread`
}

/**
 * The effect of an import, for a reviewer: per resource the added and removed people, and the counts, including
 * people who would be held.
 */
export function describeImportPlan(plan: ImportPlan, { full = false }: { full?: boolean }): string {
  const { resources, outcome } = plan
  const counts = describeImport(outcome)
  if (!plan.has_changes)
    return [counts, ...(outcome.refused === undefined ? ['No changes.'] : [])].join('\n')
  const integration =
    plan.integration === 'unchanged' ? [] : [`The integration would be ${plan.integration}.`]
  const sections = [
    ...resources.map((resource) =>
      section(describeTitle(resource, ''), describeMoves(resource, full)).join('\n'),
    ),
    counts,
    [...integration, `${describeTotals(plan)}.`].join('\n'),
  ]
  return sections.join('\n\n')
}
