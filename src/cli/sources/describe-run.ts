import type { Body } from '../../../sdk/src/index.ts'
import type { CountedReason } from '../../connectors/file/remedies.ts'
import type { Value } from '../output/facts.ts'
import { counted } from '../../contract/text.ts'
import { describeHeld } from '../plans/describe-held.ts'
import {
  describeLeftAlone,
  describeLeftOut,
  describeRefusals,
  describeReview,
} from './describe-findings.ts'
import { table } from '../output/table-text.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>
type RefusalGroup = NonNullable<
  Body<'get', '/workspace/integrations/{integration}/runs/{run}/rows'>['groups']
>[number]

const groups = ['accounts', 'people', 'groups', 'memberships', 'manifests'] as const
const maximumGroups = 3

/** What a run of a server did, a line each, without what it did not do. */
export function describeRun(run: Run): [string, Value][] {
  const { count, plan, failure, timestamp } = run
  const changed = groups.map((group): [string, string] => [group, countsOf(count, group)])
  return [
    ['id', run.id],
    ['state', run.state],
    ['kind', kindOf(run)],
    ['started', timestamp.started_at],
    ['finished', timestamp.finished_at],
    ['took', durationOf(run)],
    ...(failure === null ? [] : [['failure', failure] satisfies [string, Value]]),
    ['read', `${counted(count.rows_read, 'row')}, ${count.rows_rejected} refused`],
    ...changed.filter(([, text]) => text !== ''),
    ...(count.states_unknown === 0
      ? []
      : [['unknown', unknownOf(count.states_unknown)] satisfies [string, Value]]),
    ...(plan === null ? [] : [['access', planned(plan)] satisfies [string, Value]]),
    ...describeKept(run),
  ]
}

function unknownOf(accounts: number): string {
  return `${counted(accounts, 'account')} whose state is not known, because the mapping does not have it or the table has no column of it: they stay as they were`
}

export function kindOf({ is_plan: isPlan, is_complete: isComplete }: Run): string {
  if (isPlan) return 'plan'
  return isComplete ? 'complete' : 'partial'
}

/** `12.4 s` */
export function durationOf({
  duration_seconds: seconds,
}: Pick<Run, 'duration_seconds'>): string | null {
  return seconds === null ? null : `${seconds.toFixed(1)} s`
}

function countsOf(count: Run['count'], group: string): string {
  return Object.entries(count)
    .filter(([name, number]) => name.startsWith(`${group}_`) && number > 0)
    .map(([name, number]) => `${number} ${name.slice(group.length + 1)}`)
    .join(', ')
}

function planned({ has_changes: hasChanges, totals }: NonNullable<Run['plan']>): string {
  if (!hasChanges) return 'would stay as it is'
  const { people, ...others } = totals
  const moves = Object.entries(others)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${number} ${name.replaceAll('_', ' ')}`)
  return [`would change for ${counted(people, 'person', 'people')}`, ...moves].join(', ')
}

/** What the run left as it was, what is to be reviewed, and what the incident of the source holds after it. */
function describeKept(run: Run): [string, string][] {
  const { incident, count, left_alone: left, review } = run
  const missing: [string, string][] = left === null ? [] : [['missing', describeLeftAlone(left)]]
  const kept = [...missing, ...describeReview(review)]
  if (incident === null) return kept
  return kept.concat(
    describeHeld({
      ...incident,
      closedAs: incident.closed_as,
      accountEnds: incident.account_ends,
      accountsOfRun: count.accounts_held,
      reasons: incident.reasons.map((each) => ({ ...each, ruleset: each.ruleset_name })),
      permissions: incident.decision_permissions,
      correction: incident.correction,
    }),
  )
}

/** The most frequent reasons for which rows were refused, with what to do, and those for which others were left out. */
export function describeGroups(
  groups: readonly RefusalGroup[],
  leftOut: readonly CountedReason[],
): string {
  const shown = groups.slice(0, maximumGroups)
  const lines = shown.flatMap(({ remedy, mapping_path: mappingPath, reasons, rows }) =>
    describeRefusals({ remedy: { text: remedy, mappingPath }, reasons: reasons.slice(0, 3), rows }),
  )
  const more = groups.length - shown.length
  return table([
    ...lines,
    ...(more > 0 ? [['more', counted(more, 'more reason')]] : []),
    ...describeLeftOut(leftOut),
  ])
}
