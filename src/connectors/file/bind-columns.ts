import { isList, isObject, type JsonValue } from '../../contract/json.ts'
import { indexNames, namesOfPath } from './column-names.ts'
import { changePaths, textsIn } from './mapping-paths.ts'
import type { Mapping } from './mapping.ts'

/** The paths of one record's values. */
type Node = { children: Map<string, Node> }

// Records deeper or wider than this hold data that no mapping names.
const maxDepth = 6
const maxColumns = 3000

/**
 * The mapping as it applies to the record at hand. A path that names a column or key up to case, spaces, punctuation
 * and a bracketed remark (`Email Address [Required]`) becomes its exact name. Names are collected from every record,
 * since JSON leaves out what is empty.
 */
export function createBinder(
  mapping: Mapping,
  { add, columns } = collectColumns(),
): (record: JsonValue) => Mapping {
  const index = indexColumns()
  const wanted = new Set(
    textsIn(mapping).flatMap((path) => namesOfPath(path).concat(path, inFirst(path))),
  )
  let indexed = 0
  let bound: Mapping | null = null
  return (record) => {
    if (!add(record)) return bound ?? mapping
    const names = columns.slice(indexed).flatMap(index.add)
    indexed = columns.length
    if (bound === null || names.some((name) => wanted.has(name))) bound = bindTo(mapping, index)
    return bound
  }
}

/** The column of the first element, in place of an element that is picked. */
function inFirst(path: string): string {
  return path.replaceAll(/\[[^[\]]*\]/g, '[0]')
}

/** The columns, or paths of keys, of the records that were added. */
export function collectColumns(): {
  /** @returns whether the record has columns that are new */
  add: (record: JsonValue) => boolean
  columns: readonly string[]
} {
  const root: Node = { children: new Map() }
  const columns: string[] = []

  function collect(value: JsonValue, node: Node, prefix: string, depth: number): boolean {
    let isNew = false
    for (const [key, entry] of entriesOf(value)) {
      const path = joined(prefix, key)
      let child = node.children.get(key)
      if (child === undefined) {
        if (columns.length >= maxColumns || path.length > 200) continue
        child = { children: new Map() }
        node.children.set(key, child)
        columns.push(path)
        isNew = true
      }
      if (depth < maxDepth && typeof entry === 'object' && entry !== null)
        isNew = collect(entry, child, path, depth + 1) || isNew
    }
    return isNew
  }

  return { add: (record) => collect(record, root, '', 1), columns }
}

/** Of a list its first element; a list of records is a list of people's details, of which one counts. */
function entriesOf(value: JsonValue): [string, JsonValue][] {
  if (isObject(value)) return Object.entries(value)
  const first = isList(value) ? value[0] : undefined
  return first === undefined || first === null ? [] : [['[0]', first]]
}

function joined(prefix: string, key: string): string {
  if (prefix === '') return key
  return key === '[0]' ? `${prefix}[0]` : `${prefix}.${key}`
}

/** Columns to be looked for, as they come. */
function indexColumns(columns: readonly string[] = []) {
  const exact = new Set<string>()
  const all = indexNames()
  const index = {
    /** @returns the names by which it is looked for */
    add: (column: string) => {
      exact.add(column)
      return [column, ...all.add(column)]
    },
    /** Whether there is a column of exactly this name. */
    has: (column: string) => exact.has(column),
    find: (path: string) => (exact.has(path) ? path : all.find(path)),
  }
  for (const column of columns) index.add(column)
  return index
}

/** Tells whether a path of a mapping is read from one of the columns, as far as these are collected. */
export function columnFinder(columns: readonly string[]): (path: string) => boolean {
  const index = indexColumns(columns)
  const isAll = columns.length < maxColumns
  return (path) => {
    const [list = ''] = path.split('[')
    if (!isAll || list === '' || path === '.' || path.split('.').length > maxDepth) return true
    return index.find(path) !== undefined || (path.includes('[') && index.has(list))
  }
}

/** The mapping with the exact names of the columns; of long lists only those that are there. */
export function bindColumns(
  mapping: Mapping,
  columns: readonly string[],
  onBound?: (binding: Binding) => void,
): Mapping {
  return bindTo(mapping, indexColumns(columns), onBound)
}

function bindTo(
  mapping: Mapping,
  index: ReturnType<typeof indexColumns>,
  onBound?: (binding: Binding) => void,
): Mapping {
  const find = (path: string) => {
    const column = index.find(path)
    if (column !== undefined) onBound?.({ path, column })
    return column
  }
  const inList = (path: string): string[] => {
    const column = inFirst(path)
    if (!path.includes('[') || !index.has(column)) return []
    onBound?.({ path, column })
    return [path]
  }
  const isHere = ({ path }: { path: string }) => find(path) !== undefined || inList(path).length > 0
  const { unconfirmed = [], ...account } = mapping.account
  const isOfOne = unconfirmed.length < manyTests
  const kept = isOfOne ? unconfirmed : unconfirmed.filter((each) => each.every(isHere))
  return changePaths(
    { ...mapping, account: { ...account, ...(kept.length > 0 && { unconfirmed: kept }) } },
    {
      path: (path) => find(path) ?? path,
      paths: (paths) =>
        paths.length <= synonyms
          ? paths.map((path) => find(path) ?? path)
          : [...new Set(paths.flatMap((path) => find(path) ?? inList(path)))],
    },
  )
}

/** A path of a mapping, and the column that it is read from. */
export type Binding = { path: string; column: string }

/** Which columns the paths of a mapping are bound to. Paths without a column are left out. */
export function bindingsOf(mapping: Mapping, columns: readonly string[]): Binding[] {
  const found = new Map<string, Binding>()
  bindColumns(mapping, columns, (binding) => {
    found.set(JSON.stringify([binding.path, binding.column]), binding)
  })
  return [...found.values()]
}

/** Longer lists of paths are synonyms of one column, of which a record has few. */
const synonyms = 10
/** So many tests of addresses are of columns that may be there, and not of one vendor's keys. */
const manyTests = 3
