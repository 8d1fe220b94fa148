import { stringify } from 'csv-stringify/sync'
import { csvOptions } from '../../contract/csv-options.ts'
import { isRecord } from '../../contract/json.ts'
import { counted } from '../../contract/text.ts'

import {
  declared,
  factsOf,
  idOf,
  leftOut,
  memberOf,
  plain,
  valueOf,
  type Fact,
  type Labels,
  type Value,
} from './facts.ts'
import { bold, localTime, printJson, printText, say, terminalWidth } from './output.ts'
import { details, titledTable } from './table-text.ts'

export const formats = ['table', 'json', 'csv', 'id'] as const
export type OutputOptions = { json?: boolean; csv?: boolean; output?: (typeof formats)[number] }

/** A column of a table and of CSV, or a line of details: what it is called, and its value for a row. */
export type Field<Row> = readonly [name: string, of: (row: Row) => Value]

/** Columns of fields of rows, such as `name: full_name, state`: what they are called, and where their values are (see {@link declared}). */
export function columns<Row>(...texts: readonly string[]): Field<Row>[] {
  return declared(texts).map(({ name, path }) => [name, (row) => valueOf(row, path)])
}

export type List<Row> = {
  rows: readonly Row[]
  fields: readonly Field<Row>[]
  /** The columns of CSV, where they are not those of the table. */
  csv?: readonly Field<Row>[]
  idOf: (row: Row) => string
  /** What `--json` prints. */
  json: unknown
  /** What people read where there are no rows. */
  none: string
  hasMore: boolean
}

/** What is printed in each form; `text` is for people. */
type Forms = { json: unknown; csv: () => string; id: string; text: () => string }

function printAs({ output }: OutputOptions, { json, csv, id, text }: Forms): void {
  if (output === 'json') printJson(json)
  else if (output === 'id') {
    if (id !== '') printText(id)
  } else printText(output === 'csv' ? csv() : text())
}

/** Prints rows in the form that the options choose. */
export function printList<Row>(options: OutputOptions, list: List<Row>): void {
  const { rows, fields, csv = fields, json, idOf, none, hasMore } = list
  const more = hasMore ? `\n${thereAreMore}` : ''
  printAs(options, {
    json,
    csv: () => csvOf(rows, csv),
    id: rows.map(idOf).join('\n'),
    text: () => (rows.length === 0 ? none : `${tableOf(rows, fields)}${more}`),
  })
  // A file or a pipe has no last line to read.
  if (hasMore && (options.output === 'csv' || options.output === 'id')) say(thereAreMore)
}

const thereAreMore = 'There are more: give --limit a number, or all.'

/** `facts` are printed below `title`, then `sections`. */
export type Details = {
  id: string
  json: unknown
  title: string
  facts: readonly (readonly [name: string, value: Value])[]
  sections?: readonly string[]
  labels?: Labels
  /** The columns of CSV, as the API names them. Without them they are the names of the facts. */
  columns?: readonly string[] | undefined
}

/** Prints one record in the form that the options choose. */
export function printRecord(options: OutputOptions, record: Details): void {
  const { id, json, title, facts, sections = [], labels = {}, columns: named } = record
  const lines = facts.map(([name, value]) => [labels[name] ?? name, linesOf(value)])
  printAs(options, {
    json,
    csv: () => csvOf([json], columnsOfRecord(json, facts, named)),
    id,
    text: () => [`${bold(title)}\n${details(lines, terminalWidth())}`, ...sections].join('\n\n'),
  })
}

/** Prints what a command did in the form that the options choose: its record, or `text` for people. */
export function printResult(options: OutputOptions, record: unknown, text: string): void {
  const csv = () => csvOf([record], columnsOfRecord(record, factsOf(record), undefined))
  printAs(options, { json: record, csv, id: idOf(record), text: () => text })
}

export function tableOf<Row>(rows: readonly Row[], fields: readonly Field<Row>[]): string {
  return titledTable(
    fields.map(([name]) => name),
    rows.map((row) => fields.map(([, of]) => textOf(of(row)))),
    terminalWidth(),
  )
}

/** The columns that the API's own CSV has, such as `timestamp.created_at`. */
export function apiColumns<Row>(
  columns: readonly string[],
  recordOf: (row: Row) => unknown,
): Field<Row>[] {
  return columns.map((column) => [column, (row) => cellAt(recordOf(row), column)])
}

function cellAt(record: unknown, column: string): Value {
  const found = column.split('.').reduce(memberOf, record)
  return typeof found === 'object' && found !== null ? JSON.stringify(found) : plain(found)
}

/** Those of a list, and what only this answer has. */
function columnsOfRecord(
  record: unknown,
  facts: readonly Fact[],
  columns: readonly string[] | undefined,
): Field<unknown>[] {
  if (columns === undefined) return facts.map(([name, value]) => [name, () => value])
  const known = new Set(columns.map((column) => column.replace(/\..*/, '')))
  const own = isRecord(record) ? Object.keys(record) : []
  const further = own.filter((key) => !known.has(key) && !leftOut.has(key))
  return apiColumns([...columns, ...further], (row) => row)
}

/** Rows as CSV, with the names of the fields. Lines end as those of other commands do. */
export function csvOf<Row>(rows: readonly Row[], fields: readonly Field<Row>[]): string {
  const lines = [
    fields.map(([name]) => name.replaceAll(' ', '_')),
    ...rows.map((row) => fields.map(([, of]) => cellOf(of(row)))),
  ]
  return stringify(lines, { ...csvOptions, record_delimiter: '\n', eof: false })
}

function cellOf(value: Value): Value {
  return Array.isArray(value) ? value.join(' ') : value
}

/** A long list has a line for each of its members. */
const inline = 6
function linesOf(value: Value): string {
  return Array.isArray(value) && value.length > inline ? value.join('\n') : textOf(value)
}

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g

/** A value for people: times in the zone of this machine. */
export function textOf(value: Value): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value.length === 0 ? '–' : value.join(', ')
  return withLocalTimes(value)
}

/** A sentence of the API, with its times in the zone of this machine. */
export function withLocalTimes(text: string): string {
  return text.replace(instants, (each) => localTime(each))
}

/** A text with fields of a record in braces; `{count#manifest}` is `1 manifest`. */
export function filled(template: string, record: unknown): string {
  return template.replaceAll(/\{([^}#]+)(?:#(\w+))?\}/g, (_, path: string, what?: string) => {
    const value = valueOf(record, path)
    if (what !== undefined) return counted(Number(value ?? 0), what)
    return Array.isArray(value) ? value.join(', ') : withLocalTimes(String(value ?? ''))
  })
}
