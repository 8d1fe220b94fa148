import { Buffer } from 'node:buffer'

/**
 * Where a reader of events is. Positions in the log are given before the commit, so a position alone would lose what commits later
 * below it. A batch is what is visible in the snapshot `to` and not in `from`, in the order of positions.
 */
export type EventCursor = {
  /** Of the database (event_incarnation): cursors end with a restore. */
  incarnation: string
  /** All events up to it have been read. */
  floor: number
  /** What the floor becomes when a batch that began after the end of its writers has been read. */
  mark: { high: number; writers: readonly string[] } | null
  /** A pg_snapshot; null at the beginning, where nothing has been read beyond the floor. */
  from: string | null
  /** Null between two batches. */
  to: string | null
  /** The last position that was read of the batch. */
  last: number
  /** Of the first batch: no event before that instant, in ISO 8601. */
  since: string | null
}

/** The cursor of a reader of everything beyond a position. */
export function cursorAt(incarnation: string, floor: number, since: Date | null): EventCursor {
  return {
    incarnation,
    floor,
    mark: null,
    from: null,
    to: null,
    last: floor,
    since: since === null ? null : since.toISOString(),
  }
}

const version = 1

export function encodeCursor(cursor: EventCursor): string {
  const { incarnation, floor, mark, from, to, last, since } = cursor
  const parts = [version, incarnation, floor, mark && [mark.high, ...mark.writers], from, to, last]
  return Buffer.from(JSON.stringify([...parts, since])).toString('base64url')
}

/** Undefined for a text that is no cursor. */
export function decodeCursor(text: string): EventCursor | undefined {
  const parts = parsed(text)
  if (!Array.isArray(parts) || parts.length !== 8 || parts[0] !== version) return undefined
  const [, incarnation, floor, stored, from, to, last, since] = parts as readonly unknown[]
  const mark = markOf(stored)
  const isGood =
    typeof incarnation === 'string' &&
    /^[0-9a-f]{12}$/.test(incarnation) &&
    isPosition(floor) &&
    isPosition(last) &&
    mark !== undefined
  if (!isGood || !isSnapshot(from) || !isSnapshot(to) || !isInstant(since)) return undefined
  return { incarnation, floor, mark, from, to, last, since }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

function markOf(stored: unknown): EventCursor['mark'] | undefined {
  if (stored === null) return null
  if (!Array.isArray(stored)) return undefined
  const [high, ...writers] = stored as readonly unknown[]
  if (!isPosition(high) || !writers.every(isVirtualTransaction)) return undefined
  return { high, writers }
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isVirtualTransaction(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d{1,10}\/\d{1,20}$/.test(value)
}

function isInstant(value: unknown): value is string | null {
  return (
    value === null ||
    (typeof value === 'string' &&
      /^\d{4}-[\dT:.-]{18}Z$/.test(value) &&
      !Number.isNaN(Date.parse(value)))
  )
}

/** `xmin:xmax:xip,…`, as PostgreSQL reads it: it refuses others with an error. */
function isSnapshot(value: unknown): value is string | null {
  if (value === null) return true
  if (typeof value !== 'string' || !/^\d{1,18}:\d{1,18}:(\d{1,18}(,\d{1,18})*)?$/.test(value))
    return false
  const [min = '', max = '', list = ''] = value.split(':')
  const running = list === '' ? [] : list.split(',').map(BigInt)
  const [xmin, xmax] = [BigInt(min), BigInt(max)]
  const inOrder = running.every((id, at) => id >= (running[at - 1] ?? xmin) && id < xmax)
  return xmin > 0n && xmin <= xmax && inOrder
}
