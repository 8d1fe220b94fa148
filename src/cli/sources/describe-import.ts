import { describeUnsaid } from '../../connectors/file/absent-columns.ts'
import type { ImportPlan } from '../../connectors/import/plan-import.ts'
import { presentReview, type ImportOutcome } from '../../connectors/import/outcome.ts'
import { maximumAttributes } from '../../policy/attributes/make-attributes.ts'
import { permissionsToDecide } from '../../contract/permissions.ts'
import { counted } from '../../contract/text.ts'
import {
  countLeftAlone,
  describeLeftAlone,
  describeLeftOut,
  describeRefusals,
  describeReview,
  describeUnknown,
} from './describe-findings.ts'
import {
  describeMoves,
  describeTitle,
  describeTotals,
  indented,
} from '../plans/describe-effects.ts'
import { describeHeld } from '../plans/describe-held.ts'
import { table } from '../output/table-text.ts'

/** The counts of an import that are not zero, a line each. */
export function describeImport(outcome: ImportOutcome): string {
  const groups = Object.entries({
    accounts: outcome.accounts,
    people: writtenPeople(outcome),
    groups: outcome.groups,
    memberships: outcome.memberships,
    attributes: outcome.attributes,
    manifests: outcome.manifests,
  })
  const lines = groups
    .map(([name, counts]) => [name, describeCounts(counts)])
    .filter(([, counts]) => counts !== '')
  const rows = `${outcome.rowsRead} rows, ${outcome.rowsBad} refused, ${Math.round(outcome.rowsPerSecond)} rows/s`
  return table([
    ['read', rows],
    ...lines,
    ...outcome.refusals.flatMap(describeRefusals),
    ...describeLeftOut(outcome.leftOut),
    ...describeUnknown(outcome.unknownStates),
    ...(outcome.statesUnsaid === 0 ? [] : [['unknown', describeUnsaid(outcome.statesUnsaid)]]),
    ...missing(outcome),
    ...describeReview(presentReview(outcome.people)),
    ...describeIncident(outcome),
    ...passedOver(outcome),
    ...surplus(outcome),
    ...rejected(outcome),
    ...(outcome.reportPath === null ? [] : [['report', outcome.reportPath]]),
  ])
}

function writtenPeople({
  people: { created, changed, activated, suspended, deactivated },
}: ImportOutcome) {
  return { created, changed, activated, suspended, deactivated }
}

function missing({ missing: missed }: ImportOutcome): string[][] {
  const { keptBecause: because } = missed
  if (because === null) return []
  const left = {
    because,
    lines: missed.lines ?? [],
    accounts: missed.accountsToDeactivate,
    people: missed.peopleToDeactivate,
    groups: missed.groupsToDeactivate,
    memberships: missed.membershipsToRemove,
  }
  return countLeftAlone(left) === 0 ? [] : [['missing', describeLeftAlone(left)]]
}

function describeIncident({ incident }: ImportOutcome): string[][] {
  if (incident === null) return []
  const reasons = incident.reasons.map(({ rulesetId, rulesetName, ...reason }) => ({
    ...reason,
    ruleset: rulesetName ?? rulesetId,
  }))
  const permissions = permissionsToDecide(incident.changesProfiles)
  return describeHeld({ ...incident, reasons, permissions, correction: correctFile })
}

const correctFile = 'correct it and import its complete list again'

function passedOver({ dimensionsPassedOver: handles }: ImportOutcome): string[][] {
  if (handles.length === 0) return []
  const why = 'policy_keys do not list their keys, so that their values become no attributes'
  return [['passed over', `dimensions ${handles.join(', ')}: ${why}`]]
}

/** Values that become no attributes, a line for each dimension. */
function surplus({ surplusValues }: ImportOutcome): string[][] {
  return surplusValues.map(({ dimension, values }) => [
    'surplus',
    `${counted(values, 'value')} of the dimension ${dimension} become no attributes: it may have ${maximumAttributes}`,
  ])
}

/** Values that stay as they were accepted, because someone rejected what the source still says. */
function rejected({ rejectedValues }: ImportOutcome): string[][] {
  if (rejectedValues.length === 0) return []
  const values = rejectedValues.map(
    ({ key, accounts }) => `${key} of ${counted(accounts, 'account')}`,
  )
  return [['rejected', `${values.join(', ')}: the source still says it, and it stays unread`]]
}

/** `3 created, 2 changed` */
export function describeCounts(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([name, count]) => `${String(count)} ${name}`)
    .join(', ')
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
  const sections = [
    ...resources.map((resource) =>
      [describeTitle(resource, ''), ...indented(describeMoves(resource, full))].join('\n'),
    ),
    counts,
    [...integrationNote(plan), `${describeTotals(plan)}.`].join('\n'),
  ]
  return sections.join('\n\n')
}

function integrationNote({ integration }: ImportPlan): string[] {
  return integration === 'unchanged' ? [] : [`The integration would be ${integration}.`]
}
