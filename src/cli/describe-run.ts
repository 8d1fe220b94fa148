import type { Body, RowOf } from '../../sdk/src/index.ts'
import type { Value } from './csv.ts'
import { counted } from './describe-effects.ts'
import { describeLeftAlone } from './describe-left-alone.ts'

type Run = Body<'get', '/workspace/integrations/{integration}/runs/{run}'>
export type RunRow = RowOf<'/workspace/integrations/{integration}/runs/{run}/rows'>

const groups = ['accounts', 'people', 'groups', 'memberships', 'manifests'] as const
const maximumReasons = 3

/** What a run of a server did, a line each, without what it did not do. */
export function describeRun(run: Run): [string, Value][] {
  const { count, incident, plan, failure, left_alone: left, timestamp } = run
  const changed = groups.map((group): [string, string] => [group, countsOf(count, group)])
  return [
    ['id', run.id],
    ['state', run.state],
    ['started', timestamp.started_at],
    ['finished', timestamp.finished_at],
    ...(failure === null ? [] : [['failure', failure] satisfies [string, Value]]),
    ['read', `${counted(count.rows_read, 'row')}, ${count.rows_rejected} refused`],
    ...changed.filter(([, text]) => text !== ''),
    ...(plan === null ? [] : [['access', planned(plan)] satisfies [string, Value]]),
    ...(left === null ? [] : [['missing', describeLeftAlone(left)] satisfies [string, Value]]),
    ...(incident === null ? [] : heldBy(incident)),
  ]
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

function heldBy({ id, people, accounts }: NonNullable<Run['incident']>): [string, Value][] {
  const held = `${counted(accounts, 'account')} of ${counted(people, 'person', 'people')}: ${id}`
  return [
    ['held', held],
    [
      'next',
      `correct the source and import its complete list again, or look and decide: muster incident show ${id}`,
    ],
  ]
}

/** The most frequent reasons for which rows were refused, with the first lines of each. */
export function describeRows(rows: readonly RunRow[]): string {
  const refused = rows.filter(({ kind }) => kind === 'rejected')
  const byReason = [...Map.groupBy(refused, ({ reason }) => reason)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  const shown = byReason.slice(0, maximumReasons).map(([reason, of]) => {
    const lines = of.flatMap(({ line }) => line ?? []).slice(0, 5)
    const where =
      lines.length === 0 ? '' : ` (line ${lines.join(', ')}${of.length > 5 ? ', …' : ''})`
    return `${counted(of.length, 'row')} refused: ${reason}${where}`
  })
  const more = byReason.length - shown.length
  return [...shown, ...(more > 0 ? [counted(more, 'more reason')] : [])].join('\n')
}
