import { isList, isObject, type JsonValue } from '../../contract/json.ts'
import { mailbox } from '../../contract/mailbox.ts'
import type { RawRow } from './raw-row.ts'
import { textAt } from './value-path.ts'

const columnKeys = ['columns', 'fields', 'headers', 'header', 'column_names', 'columnNames', 'cols']

/** The names of columns that an object says of the rows inside: `{"columns": ["id", {"name": "mail"}], "rows": […]}`. */
export function columnsIn(page: JsonValue): readonly string[] | null {
  if (!isObject(page)) return null
  const lists = columnKeys.map((key) => page[key]).filter(isList)
  const [names = []] = lists.map((list) =>
    list.map((each) => textAt(each, ['.', 'name', 'label', 'id', 'key'])),
  )
  return namesOf(names)
}

/** Gives rows that are lists the names of their columns: those given, else those of the first row, where that has names only. */
export function createRowNamer(): (rows: RawRow[], columns: readonly string[] | null) => RawRow[] {
  let header: readonly string[] | null = null
  let isFirst = true
  return (rows, columns) =>
    rows.flatMap((row) => {
      if (row.kind === 'bad' || !isList(row.value)) return [row]
      if (isFirst && columns === null) header = namesOf(row.value)
      const isHeader = isFirst && header !== null
      isFirst = false
      const names = columns ?? header
      if (isHeader || names?.length !== row.value.length) return isHeader ? [] : [row]
      const cells = row.value.map((cell, at) => [names[at] ?? '', cell] as const)
      return [{ ...row, value: Object.fromEntries(cells) }]
    })
}

function namesOf(cells: readonly (JsonValue | undefined)[]): readonly string[] | null {
  const names = cells.flatMap((each) =>
    typeof each === 'string' && each.trim() !== '' ? [each] : [],
  )
  const isHeader =
    names.length > 1 &&
    names.length === cells.length &&
    new Set(names).size === names.length &&
    !names.some((name) => mailbox(name) !== null || looksLikeValue(name))
  return isHeader ? names : null
}

/** Whether a cell can't be the name of a column: an answer, or a word of letters, digits and signs, such as a password. */
export function looksLikeValue(cell: string): boolean {
  if (/^(?:true|false|yes|no)$/i.test(cell)) return true
  return (
    /^[^\s]{7,64}$/.test(cell) && /\d/.test(cell) && /\p{L}/u.test(cell) && /[!$^&*]/.test(cell)
  )
}
