import type { RowOf } from 'muster-sdk'
import { textColumn, timeColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { countedAll } from '../../parts/counted.ts'
import { Middle } from '../../parts/middle.tsx'
import { phaseWords, readShare, sourceOf } from '../../parts/run-progress.ts'
import { RunBadge, StateBadge } from '../../parts/state-badge.tsx'
import { withLabels } from '../connect/connectors.ts'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

export type Run = RowOf<'/workspace/integrations/{integration}/runs'>

const { runs: words } = text

/** Of runs of one source, whose settings a failure names. */
export const runColumns = (of: Pick<Source, 'type'>): readonly Column<Run>[] => [
  textColumn('source', words.source, ({ source }) => source, {
    min: 200,
    grow: 2,
    cell: ({ source }) => (
      <span title={source} className="flex shrink">
        <Middle text={sourceOf(source)} />
      </span>
    ),
  }),
  textColumn('state', words.state, ({ state }) => state, {
    min: 200,
    cell: (run) => <RunState run={run} />,
  }),
  textColumn('what', words.what, changesOf, {
    min: 200,
    grow: 2,
    cell: (run) => {
      const line = run.failure === null ? changesOf(run) : withLabels(of, run.failure)
      return (
        <span title={line} className="ellipsis">
          {line}
        </span>
      )
    },
  }),
  wordColumn('rejected', words.rejected, rejectedOf, { min: 90, grow: 0.4, align: 'end' }),
  timeColumn('started', words.started, ({ timestamp }) => timestamp.started_at, { min: 120 }),
]

/** Its state, and while it goes on how far it is: reading is only the first part. */
export function RunState({ run: { state, is_plan: isPlan, progress, count } }: { run: Run }) {
  return (
    <>
      {state === 'succeeded' && isPlan ? (
        <StateBadge state="planned" />
      ) : (
        <RunBadge state={state} unknown={count.states_unknown} />
      )}
      {state === 'running' && (
        <span className="ellipsis">
          <span className="quiet">{phaseWords[progress.phase]}</span>
          {readShare(progress)}
        </span>
      )}
    </>
  )
}

/** Only the end of a run tells how many there are. */
function rejectedOf({ count, timestamp }: Run): string {
  return timestamp.finished_at === null ? '' : count.rows_rejected.toLocaleString('en')
}

/** What a run did, in a line: the counts that are not 0. */
export function changesOf({ count, timestamp, is_plan: isPlan }: Run): string {
  if (timestamp.finished_at === null) return words.rows(count.rows_read)
  const parts = countedAll(count, words.changes)
  return parts.length === 0 ? (isPlan ? words.nothingWould : words.nothing) : parts.join(' · ')
}
