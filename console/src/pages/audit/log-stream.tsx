import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { ApiList } from '../../api/use-list.ts'
import { useNames } from '../../api/use-names.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { SkeletonRows } from '../../parts/skeleton-rows.tsx'
import { useCurrentRow } from '../../parts/use-current-row.ts'
import { byDay } from './days.ts'
import { idsOf, type Log } from './describe-log.ts'
import { LogRow } from './log-row.tsx'
import classes from './audit.module.css'

const wideRow = 36
const narrowRow = 56
const dayRow = 34
const narrowest = 760
const rowsAhead = 30

/** Rows of the audit log, the newest first, grouped by day. Earlier ones are read as one scrolls. */
export function LogStream({
  label,
  list,
  about,
  selectedId,
  onOpen,
  empty,
}: {
  label: string
  list: ApiList<Log>
  /** The records that the page is about: a row does not repeat their names. */
  about?: readonly (string | null)[] | undefined
  selectedId: string | undefined
  onOpen: (log: Log) => void
  empty: ReactNode
}) {
  if (list.isPending) return <Skeleton />
  if (list.rows.length > 0)
    return (
      <Stream label={label} list={list} about={about} selectedId={selectedId} onOpen={onOpen} />
    )
  return (
    <div className={classes['stream']}>
      {list.error === null ? empty : <ErrorState error={list.error} retry={list.retry} />}
    </div>
  )
}

function Skeleton() {
  return (
    <div className={classes['stream']} aria-busy>
      <div className={classes['bones']} aria-hidden>
        <SkeletonRows columns={4} />
      </div>
    </div>
  )
}

function Stream({
  label,
  list,
  about,
  selectedId,
  onOpen,
}: {
  label: string
  list: ApiList<Log>
  about?: readonly (string | null)[] | undefined
  selectedId: string | undefined
  onOpen: (log: Log) => void
}) {
  const { ref: sizeRef, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, scroller)
  const isNarrow = width > 0 && width < narrowest
  const lines = useMemo(() => byDay(list.rows), [list.rows])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      if (lines[index]?.kind === 'day') return dayRow
      return isNarrow ? narrowRow : wideRow
    },
    overscan: 16,
  })
  useEffect(() => virtual.measure(), [virtual, isNarrow])
  const items = virtual.getVirtualItems()
  const shownLogs = items.flatMap(({ index }) => {
    const line = lines[index]
    return line?.kind === 'log' ? [line.log] : []
  })
  const names = useNames(shownLogs.flatMap(idsOf))
  useReadingAhead(list, items.at(-1)?.index ?? 0, lines.length)
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
        className={classes['lines']}
        style={{ height: virtual.getTotalSize() }}
      >
        <div role="rowgroup" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ index }) => {
            const line = lines[index]
            if (line === undefined) return null
            if (line.kind === 'day')
              return (
                <div key={line.day} role="row" aria-rowindex={index + 1} className={classes['day']}>
                  <span role="gridcell">{line.day}</span>
                </div>
              )
            return (
              <LogRow
                key={line.log.id}
                log={line.log}
                row={line.row}
                position={index + 1}
                names={names}
                about={about}
                isNarrow={isNarrow}
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

function useReadingAhead(list: ApiList<Log>, lastShown: number, count: number): void {
  const { hasMore, error, loadMore } = list
  useEffect(() => {
    if (hasMore && error === null && lastShown >= count - rowsAhead) loadMore()
  })
}
