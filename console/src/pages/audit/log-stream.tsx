import { useMemo, type ReactNode } from 'react'
import type { ApiList } from '../../api/use-list.ts'
import { useNames } from '../../api/use-names.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { useCurrentRow } from '../../parts/use-current-row.ts'
import { useLinesInView } from '../../parts/use-lines-in-view.ts'
import { Middle } from '../../parts/middle.tsx'
import { idsOf, aboutOf, actorName, changesLine, type Log } from './describe-log.ts'
import { eventPhrase } from './event-words.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const wideRow = 36
const narrowRow = 56
const dayRow = 34
const isNarrowAt = (width: number) => width > 0 && width < 760

type Shown = {
  label: string
  list: ApiList<Log>
  /** The records that the page is about: a row does not repeat their names. */
  about?: readonly (string | null)[] | undefined
  selectedId: string | undefined
  onOpen: (log: Log) => void
}

/** Rows of the audit log, the newest first, grouped by day. Earlier ones are read as one scrolls. */
export function LogStream({ empty, ...shown }: Shown & { empty: ReactNode }) {
  const { isPending, rows, error, retry } = shown.list
  if (rows.length > 0) return <Stream {...shown} />
  return (
    <div className={classes['stream']} aria-busy={isPending}>
      {isPending ? (
        <div className={classes['bones']} aria-hidden>
          <SkeletonRows columns={4} />
        </div>
      ) : error === null ? (
        empty
      ) : (
        <ErrorState error={error} retry={retry} />
      )}
    </div>
  )
}

function Stream({ label, list, about, selectedId, onOpen }: Shown) {
  const lines = useMemo(() => byDay(list.rows), [list.rows])
  const heightOf = (index: number, width: number) => {
    if (lines[index]?.kind === 'day') return dayRow
    return isNarrowAt(width) ? narrowRow : wideRow
  }
  const { ref, scroller, width, virtual, items } = useLinesInView(list, lines.length, heightOf)
  const shownLogs = items.flatMap(({ index }) => {
    const line = lines[index]
    return line?.kind === 'log' ? [line.log] : []
  })
  const names = useNames(shownLogs.flatMap(idsOf))
  const current = useCurrentRow({
    scroller,
    count: list.rows.length,
    show: (row) =>
      virtual.scrollToIndex(lines.findIndex((line) => line.kind === 'log' && line.row === row)),
    open: (row) => {
      const log = list.rows[row]
      if (log !== undefined) onOpen(log)
    },
  })
  return (
    <div ref={ref} className={classes['stream']} aria-busy={list.isStale}>
      <div
        role="grid"
        aria-label={label}
        aria-readonly
        aria-rowcount={list.hasMore ? -1 : lines.length}
        className="relative clip"
        style={{ height: virtual.getTotalSize() }}
      >
        <div role="rowgroup" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ index }) => {
            const line = lines[index]
            if (line === undefined) return null
            if (line.kind === 'day')
              return <DayRow key={line.day} day={line.day} position={index + 1} />
            return (
              <LogRow
                key={line.log.id}
                {...line}
                {...{ names, about }}
                isNarrow={isNarrowAt(width)}
                position={index + 1}
                isCurrent={line.row === current.index}
                isSelected={line.log.id === selectedId}
                onFocus={() => current.setIndex(line.row)}
                onOpen={() => onOpen(line.log)}
              />
            )
          })}
        </div>
      </div>
      {list.error !== null && <ErrorState error={list.error} retry={list.retry} />}
    </div>
  )
}

function DayRow({ day, position }: { day: string; position: number }) {
  return (
    <div role="row" aria-rowindex={position} className={classes['day']}>
      <span role="gridcell">{day}</span>
    </div>
  )
}

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** One row of the log in a line: when, what, about what, by which actor. */
function LogRow({
  log,
  row,
  position,
  names,
  about,
  isNarrow,
  isCurrent,
  isSelected,
  onFocus,
  onOpen,
}: {
  log: Log
  row: number
  position: number
  names: ReadonlyMap<string, string>
  about: readonly (string | null)[] | undefined
  isNarrow: boolean
  isCurrent: boolean
  isSelected: boolean
  onFocus: () => void
  onOpen: () => void
}) {
  const { at, event, actor } = log
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter is a shortcut of the stream
    <div
      role="row"
      aria-rowindex={position}
      aria-selected={isSelected}
      data-row={row}
      data-narrow={isNarrow}
      tabIndex={isCurrent ? 0 : -1}
      className={classes['row']}
      onFocus={onFocus}
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) onOpen()
      }}
    >
      <span role="gridcell" className="small quiet">
        <time dateTime={at} title={new Date(at).toISOString()}>
          {clock.format(new Date(at))}
        </time>
      </span>
      <span role="gridcell" className={classes['what']}>
        <span className="rigid medium" data-area={event.split('.')[0]}>
          {eventPhrase(event)}
        </span>
        <span className={classes['about']}>{aboutOf(log, names, about)}</span>
        <span className={classes['change']}>{changesLine(log, names)}</span>
      </span>
      <span role="gridcell" className={classes['actor']}>
        <Middle text={actorName(log, names)} />
      </span>
      <span role="gridcell" className="small quiet nowrap">
        {text.vias[actor.via]}
      </span>
    </div>
  )
}

/** A line of the stream: the heading of a day, or a row with its number among all rows. */
export type Line = { kind: 'day'; day: string } | { kind: 'log'; log: Log; row: number }

const dayFormat = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Rows with a heading before the first of each day, in the viewer's zone. */
function byDay(logs: readonly Log[]): Line[] {
  const lines: Line[] = []
  let last = ''
  for (const [row, log] of logs.entries()) {
    const day = dayWord(new Date(log.at))
    if (day !== last) lines.push({ kind: 'day', day })
    last = day
    lines.push({ kind: 'log', log, row })
  }
  return lines
}

function dayWord(at: Date): string {
  const date = dayFormat.format(at)
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (date === dayFormat.format(today)) return `${text.today} · ${date}`
  return date === dayFormat.format(yesterday) ? `${text.yesterday} · ${date}` : date
}
