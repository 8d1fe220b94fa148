import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { EventCursor } from './cursor.ts'

export type LogPage<Row> = {
  rows: readonly Row[]
  /** Where to go on. */
  next: EventCursor
  /** Whether there may be more at once. If not, everything was read that had been committed when the page was asked for. */
  hasMore: boolean
}

/** `scan`: how many rows a page looks at, wanted or not. `wanted` and `columns` are SQL about the row `l`. */
export type LogPageOptions = {
  size: number
  wanted: RawBuilder<boolean>
  columns: RawBuilder<unknown>
  scan?: number | undefined
}

const scannedRows = 5000

/**
 * A page of the audit log after a cursor of this database. It must not be given a transaction: the snapshot has to be taken after
 * the look at who is writing.
 */
export async function readLogPage<Row extends object>(
  db: Reader,
  cursor: EventCursor,
  { size, wanted, columns, scan = scannedRows }: LogPageOptions,
): Promise<LogPage<Row>> {
  const begun = cursor.to === null ? await beginBatch(db, cursor) : cursor
  const { rows } = await sql<Scanned & Row>`
    with batch as materialized (
      select coalesce(${begun.to}::pg_snapshot, pg_current_snapshot()) as snapshot, settled from event_origin
    ), scanned as materialized (
      select l.sequence, (l.sequence <= b.settled or pg_visible_in_snapshot(l.transaction, b.snapshot))
        and (${begun.from}::pg_snapshot is null or l.sequence > b.settled and not pg_visible_in_snapshot(l.transaction, ${begun.from}::pg_snapshot))
        and l.at >= coalesce(${begun.since}::timestamptz, '-infinity') and ${wanted} as is_found
      from batch b, audit_log l
      where l.sequence > ${begun.last}
      order by l.sequence limit ${scan}
    ), found as materialized (
      select sequence from scanned where is_found order by sequence limit ${size}
    )
    select b.snapshot::text as to, s.scanned, s.furthest, l.sequence as position, ${columns}
    from batch b
    cross join (select count(*)::int as scanned, max(sequence) as furthest from scanned) s
    left join (select l.* from found f join audit_log l on l.sequence = f.sequence) l on true
    order by l.sequence`.execute(db)
  return pageOf(begun, rows, { size, scan })
}

type Scanned = { to: string; scanned: number; furthest: number | null; position: number | null }

function pageOf<Row>(
  begun: EventCursor,
  scanned: readonly (Scanned & Row)[],
  { size, scan }: { size: number; scan: number },
): LogPage<Row> {
  const [first] = scanned
  if (first === undefined) throw new Error('the origin of events is not there')
  const rows = scanned.filter(({ position }) => position !== null)
  const furthest = first.furthest ?? begun.last
  const last = rows.length < size ? furthest : (rows.at(-1)?.position ?? furthest)
  const isOver = first.scanned < scan && last === furthest
  const to = first.to
  if (!isOver) return { rows, next: { ...begun, to, last }, hasMore: true }
  const floor = begun.mark?.writers.length === 0 ? begun.mark.high : begun.floor
  const mark = begun.mark?.writers.length === 0 ? null : begun.mark
  const next = { ...begun, floor, mark, from: to, to: null, last: floor, since: null }
  // The snapshot of a batch of several pages is old by now.
  return { rows, next, hasMore: begun.to !== null }
}

/** A batch that begins when no writer of its mark is left moves the floor to that mark. */
async function beginBatch(db: Reader, cursor: EventCursor): Promise<EventCursor> {
  const { rows } = await sql<{ high: number; writers: string[]; remaining: boolean }>`
    select high, writers, remaining from begin_event_batch(${cursor.mark?.writers ?? []}::text[])`.execute(
    db,
  )
  const [seen] = rows
  if (seen === undefined) throw new Error('the batch of events could not begin')
  const { high, writers, remaining } = seen
  const last = cursor.floor
  if (cursor.mark === null) return { ...cursor, last, mark: { high, writers } }
  return remaining
    ? { ...cursor, last }
    : { ...cursor, last, mark: { ...cursor.mark, writers: [] } }
}
