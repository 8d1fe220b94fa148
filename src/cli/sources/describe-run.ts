import type { Body } from '../../../sdk/src/index.ts'
import type { CountedReason } from '../../connectors/file/remedies.ts'
import type { Value } from '../output/facts.ts'
import { counted } from '../../contract/text.ts'
import { describeCounts } from '../plans/describe-effects.ts'
import { describeHeld } from '../plans/describe-held.ts'
import {
  describeLeftAlone,
  describeReasons,
  describeRefusals,
  describeReview,
} from './describe-findings.ts'
import { linesWith, type Line } from '../output/table-text.ts'

export type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>
type RefusalGroup = NonNullable<
  Body<'get', '/workspace/integrations/{integration}/runs/{run}/rows'>['groups']
>[number]

const groups = ['accounts', 'people', 'groups', 'memberships', 'manifests'] as const
const maximumGroups = 3

/** What a run of a server did, a line each, without what it did not do. */
export function describeRun(run: Run): [string, Value][] {
  const { count, plan, failure, timestamp, left_alone: left, incident } = run
  const accounts = counted(count.states_unknown, 'account')
  return [
    ['id', run.id],
    ['state', run.state],
    ['kind', kindOf(run)],
    ['started', timestamp.started_at],
    ['finished', timestamp.finished_at],
    ['took', durationOf(run)],
    ...linesWith([
      ['failure', failure],
      ['read', `${counted(count.rows_read, 'row')}, ${count.rows_rejected} refused`],
      ...groups.map((group): Line => [group, countsOf(count, group)]),
      [
        'unknown',
        count.states_unknown > 0 &&
          `${accounts} whose state is not known, because the mapping does not have it or the table has no column of it: they stay as they were`,
      ],
      ['access', plan && planned(plan)],
      ['missing', left && describeLeftAlone(left)],
      ['to review', describeReview(run.review)],
      ...(incident ? describeHeld({ ...incident, accountsOfRun: count.accounts_held }) : []),
    ]),
  ]
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
  const own = Object.entries(count).filter(([name]) => name.startsWith(`${group}_`))
  return describeCounts(
    Object.fromEntries(own.map(([name, number]) => [name.slice(group.length + 1), number])),
  )
}

function planned({ has_changes: hasChanges, totals }: NonNullable<Run['plan']>): string {
  if (!hasChanges) return 'would stay as it is'
  const { people, ...others } = totals
  const moves = describeCounts(others)
  return `would change for ${counted(people, 'person', 'people')}${moves === '' ? '' : `, ${moves}`}`
}

/** The most frequent reasons for which rows were refused, with what to do, and those for which others were left out. */
export function describeGroups(
  groups: readonly RefusalGroup[],
  leftOut: readonly CountedReason[],
): Line[] {
  const lines = groups
    .slice(0, maximumGroups)
    .flatMap(({ remedy, mapping_path: mappingPath, reasons, rows }) =>
      describeRefusals({
        remedy: { text: remedy, mappingPath },
        reasons: reasons.slice(0, 3),
        rows,
      }),
    )
  const more = groups.length - maximumGroups
  return [
    ...lines,
    ['more', more > 0 && counted(more, 'more reason')],
    ...describeReasons('left out', leftOut),
  ]
}
