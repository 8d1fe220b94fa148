import type { JsonValue } from '../../src/contract/json.ts'
import type { RawAnswer, RestRequest } from '../../src/connectors/rest/transport.ts'
import type { VendorWorld } from './vendor-world.ts'

/** One page of a list, before it is written as the vendor writes it. */
export type Page = {
  /** Which list it is, whatever the page. */
  list: string
  rows: readonly JsonValue[]
  /** Where the next page begins, as the vendor says it; null at the end. */
  next: string | null
  isFirst: boolean
  /** A way that leads to this page again, where that is not its url. */
  itself?: string
  /** As the vendor writes rows and the way to the next page. */
  write: (rows: readonly JsonValue[], next: string | null) => RawAnswer
}

export type Reply = { page: Page } | { answer: RawAnswer }

/** A vendor's documented API over a world. */
export type FakeVendor = {
  answer: (request: RestRequest, world: VendorWorld) => Reply
  /** How it refuses requests beyond its limit. */
  refuse: (seconds: number, world: VendorWorld, request: RestRequest) => RawAnswer
}

export function json(
  status: number,
  body: JsonValue,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    text: JSON.stringify(body),
  }
}

/** A page of a list that is sorted by a key, after a cursor. */
export function pageAfter<T>(
  rows: readonly T[],
  { after, size, keyOf }: { after: string | null; size: number; keyOf: (row: T) => number },
): { rows: readonly T[]; next: number | null } {
  const sorted = rows
    .filter((row) => after === null || keyOf(row) > Number(after))
    .toSorted((one, other) => keyOf(one) - keyOf(other))
  const page = sorted.slice(0, size)
  const last = page.at(-1)
  return { rows: page, next: last !== undefined && sorted.length > size ? keyOf(last) : null }
}

type Listed<T> = {
  /** The parameter of the place where a page begins. */
  cursor: string
  size: number
  all: readonly T[]
  row: (value: T) => JsonValue
  write: Page['write']
}

/** A page of a list whose answers name the place of the next one. */
export function cursorPage<T extends { id: number }>(
  { url }: RestRequest,
  { cursor, size, all, row, write }: Listed<T>,
): Reply {
  const after = url.searchParams.get(cursor)
  const { rows, next } = pageAfter(all, { after, size, keyOf: ({ id }) => id })
  const place = new URL(url)
  place.searchParams.delete(cursor)
  return {
    page: {
      list: place.href,
      rows: rows.map(row),
      next: next === null ? null : String(next),
      isFirst: after === null,
      itself: after ?? '0',
      write,
    },
  }
}
