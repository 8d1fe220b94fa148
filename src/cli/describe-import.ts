import type { ImportOutcome } from '../connectors/import/outcome.ts'
import { table } from './output.ts'

/** The counts of an import that are not zero, a line each. */
export function describeImport(outcome: ImportOutcome): string {
  const groups = Object.entries({
    accounts: outcome.accounts,
    people: outcome.people,
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
    ...(outcome.quarantined ? [quarantineNote] : []),
    ...passedOver(outcome),
    ...(outcome.reportPath === null ? [] : [['report', outcome.reportPath]]),
  ])
}

const quarantineNote = [
  'quarantined',
  'it deactivates more accounts than is believed; they wait until the integration is released',
]

function passedOver({ dimensionsPassedOver: handles }: ImportOutcome): string[][] {
  if (handles.length === 0) return []
  const why = 'policy_keys do not list their keys, so that their values become no attributes'
  return [['passed over', `dimensions ${handles.join(', ')}: ${why}`]]
}

/** `3 created, 2 changed` */
export function describeCounts(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([name, count]) => `${String(count)} ${name}`)
    .join(', ')
}
