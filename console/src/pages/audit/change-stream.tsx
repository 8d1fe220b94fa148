import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { ApiList } from '../../api/use-list.ts'
import { useNames } from '../../api/use-names.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { useRecordPlace } from '../../parts/record-link.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { useCurrentRow } from '../../parts/use-current-row.ts'
import { useLinesInView } from '../../parts/use-lines-in-view.ts'
import { plainText, sentenceOf, type About, type Change, type Piece } from './change-sentence.ts'
import { idsOf } from './describe-log.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const wideRow = 36
const narrowRow = 72
const dayRow = 34
const isNarrowAt = (width: number) => width > 0 && width < 640

type Shown = {
  label: string
  list: ApiList<Change>
  about?: About | undefined
  selectedId: string | undefined
  onOpen: (change: Change) => void
}

/** Changes, the newest first, grouped by day. Earlier ones are read as one scrolls. */
export function ChangeStream({ empty, ...shown }: Shown & { empty: ReactNode }) {
  const { isPending, rows, error, retry } = shown.list
  if (rows.length > 0) return <Stream {...shown} />
  return (
    <div className={classes['stream']} aria-busy={isPending}>
      {isPending ? (
        <div className={classes['bones']} aria-hidden>
          <SkeletonRows columns={3} />
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
  const shownChanges = items.flatMap(({ index }) => {
    const line = lines[index]
    return line?.kind === 'change' ? [line.change] : []
  })
  const shownLogs = shownChanges.flatMap(({ rows }) => rows)
  const actors = shownChanges.map(({ actor }) => actor.id)
  const names = useNames([...actors, ...shownLogs.flatMap(idsOf)])
  const current = useCurrentRow({
    scroller,
    count: list.rows.length,
    show: (row) =>
      virtual.scrollToIndex(lines.findIndex((line) => line.kind === 'change' && line.row === row)),
    open: (row) => {
      const change = list.rows[row]
      if (change !== undefined) onOpen(change)
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
              <ChangeRow
                key={line.change.id}
                {...line}
                sentence={sentenceOf(line.change, names, about)}
                isNarrow={isNarrowAt(width)}
                position={index + 1}
                isCurrent={line.row === current.index}
                isSelected={line.change.id === selectedId}
                onFocus={() => current.setIndex(line.row)}
                onOpen={() => onOpen(line.change)}
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

/** A change in a line: when, what in words, by which way and of how many rows. */
function ChangeRow({
  change,
  sentence,
  row,
  position,
  isNarrow,
  isCurrent,
  isSelected,
  onFocus,
  onOpen,
}: {
  change: Change
  sentence: readonly Piece[]
  row: number
  position: number
  isNarrow: boolean
  isCurrent: boolean
  isSelected: boolean
  onFocus: () => void
  onOpen: () => void
}) {
  const { at, actor, row_count: count, row_count_is_capped: isCapped } = change
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
      onClick={({ target }) => {
        const isLink = target instanceof Element && target.closest('a') !== null
        if (!isLink && getSelection()?.isCollapsed !== false) onOpen()
      }}
    >
      <span role="gridcell" className="small quiet">
        <time dateTime={at} title={new Date(at).toISOString()}>
          {clock.format(new Date(at))}
        </time>
      </span>
      <span role="gridcell" className={classes['what']} title={plainText(sentence)}>
        <Sentence pieces={sentence} />
      </span>
      <span role="gridcell" className={classes['how']}>
        {text.vias[actor.via]}
        {count > 1 && ` · ${text.rows(count, isCapped)}`}
      </span>
    </div>
  )
}

/** Words with the names of records, each a link to its page where it has one. */
function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  const placeOf = useRecordPlace()
  return pieces.map(({ text: words, id, tone }, index) => {
    const place = id === undefined ? undefined : placeOf(id)
    const key = `${index} ${words}`
    if (place === undefined)
      return (
        <span key={key} className={classes['piece']} data-said={tone}>
          {words}
        </span>
      )
    return (
      <Link key={key} to={place} className={classes['name']} data-said={tone}>
        {words}
      </Link>
    )
  })
}

/** A line of the stream: the heading of a day, or a change with its number among all. */
type Line = { kind: 'day'; day: string } | { kind: 'change'; change: Change; row: number }

const dayFormat = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Changes with a heading before the first of each day, in the viewer's zone. */
function byDay(changes: readonly Change[]): Line[] {
  const lines: Line[] = []
  let last = ''
  for (const [row, change] of changes.entries()) {
    const day = dayWord(new Date(change.at))
    if (day !== last) lines.push({ kind: 'day', day })
    last = day
    lines.push({ kind: 'change', change, row })
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
