import type { JsonValue } from '../../contract/json.ts'
import { isObject, valueAt } from './value-path.ts'

/** What a page says about those that follow: the key that leads to the next one, and how many records there are in all. */
export type PageEnd = { next: string | null; total: number | null }

/** Where vendors put what leads to the next page: a token, a cursor, a number or an address. */
const nextKeys = [
  'nextPageToken',
  'next_page_token',
  '@odata.nextLink',
  'odata.nextLink',
  'nextLink',
  'next',
  'next_page',
  'nextPage',
  'next_cursor',
  'nextCursor',
  'response_metadata.next_cursor',
  'links.next',
  '_links.next',
  'paging.next',
  'pagination.next',
  'pagination.next_page',
  'meta.next_cursor',
]

/** Reads a page without its records. */
export function readPageEnd(page: JsonValue): PageEnd {
  const next = nextKeys.find((key) => leadsOn(valueAt(page, key))) ?? null
  const total = valueAt(page, 'totalResults')
  return { next, total: typeof total === 'number' ? total : null }
}

function leadsOn(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return true
  if (typeof value === 'string') return value.trim() !== ''
  return isObject(value) && leadsOn(value['href'])
}

/**
 * Why a file of pages can't be all of the source's records, or null. Its last page leads to another one, or the pages
 * announce more records than the file has.
 */
export function unfinishedBecause({ next, total }: PageEnd, records: number): string | null {
  if (next !== null) return `its last page leads to another one (${next})`
  if (total !== null && total > records)
    return `it has ${records} records, and its pages announce ${total} (totalResults)`
  return null
}
