import { bindColumns, collectColumns, columnNamed } from './bind-columns.ts'
import type { Mapping } from './mapping.ts'
import type { RawRow } from './raw-row.ts'
import { holdsAny } from './shape.ts'
import { saidAt } from './value-path.ts'

/**
 * The one path by which the ids of a file are read, so that an empty cell never makes an id of another column: the one of `known`, the
 * keys that held the ids of the accounts so far, else the first that most of the first records fill.
 */
export function chooseIdPath(
  rows: readonly RawRow[],
  mapping: Mapping,
  known: readonly string[],
): string | undefined {
  const records = rows.flatMap((row) => (row.kind === 'raw' ? [row.value] : []))
  const { add, columns } = collectColumns()
  records.forEach(add)
  const { vendor_id: paths, when, email } = bindColumns(mapping, columns).account
  const here = paths.filter((path) => columns.includes(path))
  const own = known.map((key) => columnNamed([key], here)).find((path) => path !== undefined)
  if (own !== undefined) return own
  const accounts = records.filter((record) => holdsAny(record, when))
  const people = accounts.length > 0 ? accounts : records
  const filled = paths.map((path) => {
    const rows = people.filter((record) => saidAt(record, [path]) !== undefined).length
    // An address that some have is no id where something else is in every row.
    const isId = email.includes(path) ? rows === people.length : rows * 2 > people.length
    return { path, rows, isId: isId && rows > 0 }
  })
  const most = Math.max(1, ...filled.map(({ rows }) => rows))
  return (filled.find(({ isId }) => isId) ?? filled.find(({ rows }) => rows >= most))?.path
}

/** The mapping, with its ids read by that path alone. */
export function readingIdsBy(path: string | undefined): (mapping: Mapping) => Mapping {
  const known = new WeakMap<Mapping, Mapping>()
  return (mapping) => {
    if (path === undefined) return mapping
    const own = known.get(mapping) ?? {
      ...mapping,
      account: { ...mapping.account, vendor_id: [path] },
    }
    known.set(mapping, own)
    return own
  }
}
