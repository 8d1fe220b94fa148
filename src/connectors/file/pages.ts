import { isList, isObject, type JsonValue } from '../../contract/json.ts'
import { envelopeKeys } from './json-envelopes.ts'
import { valueAt } from './value-path.ts'

/** What the pages of one list say, put together. */
type List = {
  name: string
  /** The key by which a page leads to another one, if any does. */
  leadingKey: string | null
  hasLastPage: boolean
  /** Of pages that announce no total. */
  records: number
  /** By the total that pages announce. */
  announced: Map<number, Announced>
}

type Announced = {
  key: string
  total: number
  records: number
  /** startIndex → the number of records, so that a duplicate page is counted once. */
  starts: Map<number, number>
}

export type Pages = {
  /** `page` is without its list, which is under `list` and has `records` records. */
  add: (page: JsonValue, list: string, records: number) => void
  /** Why the pages can't be all of the source's records, or null. */
  unfinished: () => string | null
}

/** Collects what the pages of a file say about completeness. They may come in any order. */
export function collectPages(): Pages {
  const lists = new Map<string, List>()
  return {
    add: (page, name, records) => {
      const list = lists.get(name) ?? newList(name)
      lists.set(name, list)
      addPage(list, page, records)
    },
    unfinished: () =>
      lists
        .values()
        .map((list) => lastPageIsMissing(list) ?? recordsAreMissing(list))
        .find((why) => why !== null) ?? null,
  }
}

function newList(name: string): List {
  return { name, leadingKey: null, hasLastPage: false, records: 0, announced: new Map() }
}

function addPage(list: List, page: JsonValue, records: number): void {
  const leading = leadingKey(page)
  if (leading === null) list.hasLastPage = true
  else list.leadingKey = leading
  const total = readTotal(page)
  if (total === null) {
    list.records += records
    return
  }
  const announced = list.announced.get(total.total) ?? { ...total, records: 0, starts: new Map() }
  list.announced.set(total.total, announced)
  const start = valueAt(page, 'startIndex')
  if (typeof start !== 'number') announced.records += records
  else announced.starts.set(start, Math.max(records, announced.starts.get(start) ?? 0))
}

/** The key by which a page says that another one follows. What it says in a flag decides: a last page may have a cursor. */
function leadingKey(page: JsonValue): string | null {
  for (const name of ['more', 'last'] as const)
    for (const key of envelopeKeys(name)) {
      const flag = valueAt(page, key)
      if (typeof flag === 'boolean') return flag === (name === 'more') ? key : null
    }
  return (
    envelopeKeys('next')
      .values()
      .find((key) => leadsOn(valueAt(page, key))) ?? null
  )
}

function leadsOn(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return value > 0
  if (typeof value === 'string') return value.trim() !== ''
  if (isList(value)) return value.some(leadsOn)
  return isObject(value) && (leadsOn(value['href']) || leadsOn(value['url']))
}

function readTotal(page: JsonValue): { key: string; total: number } | null {
  for (const key of envelopeKeys('totals')) {
    const value = valueAt(page, key)
    // OData may write a count as a string.
    const total = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
    if (typeof total === 'number') return { key, total }
  }
  return null
}

function lastPageIsMissing({ name, leadingKey: key, hasLastPage }: List): string | null {
  if (key === null || hasLastPage) return null
  return `every page of "${name}" leads to another one (${key})`
}

/**
 * Pages with the same total are of one list. If none of these lists is complete, they are one that changed while it was read, and
 * the largest total is its own. Some vendors announce the total on the first page only: then the others may belong to any list.
 */
function recordsAreMissing(list: List): string | null {
  const parts = [...list.announced.values()].map((each) => {
    const { key, total } = each
    return { key, total, records: recordsOf(each) }
  })
  const largest = parts.toSorted((one, other) => other.total - one.total).at(0)
  const short = parts.find(({ total, records }) => records < total)
  if (largest === undefined || short === undefined) return null
  const all = parts.reduce((sum, { records }) => sum + records, list.records)
  const isOneList = parts.every(({ total, records }) => records < total)
  if (isOneList) return missing(list, largest, { total: largest.total, records: all })
  if (list.records === 0) return missing(list, short, short)
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  return missing(list, short, { total, records: all })
}

function recordsOf({ records, starts }: Announced): number {
  return starts.values().reduce((sum, each) => sum + each, records)
}

function missing(
  { name }: List,
  { key }: Pick<Announced, 'key'>,
  { total, records }: { total: number; records: number },
): string | null {
  if (records >= total) return null
  return `its pages announce ${total} of "${name}" (${key}), and it has ${records}`
}
