import { stringify } from 'yaml'
import type { Muster } from '../../../sdk/src/index.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { filtersAmong } from '../nouns/field-flags.ts'
import {
  columnsOf,
  type Described,
  type Noun,
  type NounOptions,
  type NounRow,
  type Owner,
} from '../nouns/noun.ts'
import { nounOfArgument } from '../nouns/nouns.ts'
import { idsIn, operationAt } from '../nouns/operations.ts'
import { memberOf } from '../output/facts.ts'
import { printJson, printText, WrongArguments } from '../output/output.ts'
import {
  apiColumns,
  columns,
  printList,
  printRecord,
  tableOf,
  type Field,
} from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'
import { optionKey, valuesOf } from './field-values.ts'
import { findRecord } from './find-record.ts'
import { factsWithNames, namesOf, withNames } from './names.ts'
import { namingFlags } from './refused-fields.ts'

export type Listing = {
  /** Further parameters. */
  more?: Record<string, string>
  /** What people read where there are no rows. `owner`: the id of the record whose rows they would be. */
  none?: (muster: Muster, owner: string) => Promise<string>
  /** Told which record they are of, where it was found by its name. */
  onOwner?: (row: NounRow) => void
}

/** Prints rows of a noun. `named`: the record whose rows they are, where they need one. */
export async function runList(
  noun: Noun,
  named: string | undefined,
  options: NounOptions,
  { more = {}, none, onOwner }: Listing = {},
): Promise<void> {
  const { muster } = await connect(options)
  const { owner, path, row } = await ownerOf(noun, muster, { named, options })
  if (row !== undefined) onOwner?.(row)
  const { query: filters = [], columns: csv = [] } =
    operationAt('get', owner?.list ?? noun.list ?? '') ?? {}
  const known = filtersAmong(filters)
  const { limit = Infinity, sort = noun.sort, include } = options
  const filtered = { ...(await valuesOf(known, options, { muster, isWhole: false })), ...more }
  const query = {
    'page[size]': String(Math.min(500, limit)),
    ...(sort === undefined ? {} : { sort }),
    ...(include === undefined ? {} : { include }),
    ...filtered,
  }
  const texts = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const listed = noun.rows({ muster, owner, params: { path, query: texts } })
  const read = await namingFlags(known, () => readUpTo(listed, limit, `Listing ${noun.name}s`))
  const isEmpty = read.rows.length === 0 && options.output === 'table'
  const isFiltered = Object.keys(filtered).length > 0
  printList(options, {
    ...read,
    rows: options.output === 'table' ? await withNames(muster, noun, read.rows) : read.rows,
    fields: columnsOf(noun, (name) => noun.hides?.(texts).includes(name) !== true),
    csv: apiColumns(csv, ({ record }: { record: unknown }) => record),
    idOf: ({ id }) => id,
    json: { data: read.rows.map(({ record }) => record), has_more: read.hasMore },
    none:
      (isEmpty && (await none?.(muster, path[owner?.param ?? ''] ?? ''))) ||
      `No ${noun.what}${isFiltered ? ' fits' : ''}.`,
  })
}

/** Prints one record, in full. */
export async function runShow(
  noun: Noun,
  words: readonly string[],
  options: NounOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const { owner, path } = await pathOfRecord(noun, muster, words, options)
  const { include } = options
  const query = typeof include === 'string' ? { include } : {}
  const described = await noun.read({ muster, owner, params: { path, query } })
  const { part } = noun
  if (part === undefined || options[optionKey(part.flag)] !== true)
    return printNoun(noun, described, { muster, options })
  const value = memberOf(described.record, part.field)
  if (options.output === 'json') printJson(value)
  else printText(stringify(value, { lineWidth: 100 }).trimEnd())
}

/** Prints a record as `show` does. */
export async function printNoun(
  noun: Noun,
  described: Described,
  { muster, options }: { muster: Muster; options: ApiOptions },
): Promise<void> {
  const isTable = options.output === 'table'
  printRecord(options, {
    ...described,
    facts: isTable ? await factsWithNames(muster, described.facts) : described.facts,
    sections: isTable ? await sectionsOf(noun, described, muster) : [],
    json: described.record,
    columns: operationAt('get', noun.list ?? '')?.columns,
  })
}

/** Its table, and the rows of another noun that belong to it. */
async function sectionsOf(noun: Noun, { id, record }: Described, muster: Muster) {
  const { below } = noun
  const own = await ownTable(noun, record, muster)
  if (below === undefined) return own
  const rows = below.of()
  const [owner] = rows.owners
  const path = { [owner?.param ?? '']: id }
  const listed = await Array.fromAsync(rows.rows({ muster, owner, params: { path } }))
  if (listed.length === 0) return below.none === undefined ? own : [...own, below.none]
  const isShown = (name: string) => below.columns?.includes(name) ?? true
  return [...own, tableOf(listed, columnsOf(rows, isShown))]
}

async function ownTable({ table }: Noun, record: unknown, muster: Muster): Promise<string[]> {
  const rows: unknown = table && memberOf(record, table.field)
  if (table === undefined || !Array.isArray(rows) || rows.length === 0) return []
  const fields = columns<unknown>(...table.fields)
  const nameOf = await namesOf(
    muster,
    rows.flatMap((row) => fields.map(([, of]) => of(row))),
  )
  const shown = fields.map(([name, of]): Field<unknown> => [
    name,
    (row) => (name === 'id' ? undefined : nameOf(of(row))) ?? of(row),
  ])
  return [tableOf(rows, shown)]
}

type Owned = { owner: Owner | undefined; path: Record<string, string>; row?: NounRow | undefined }

/** The ids in the path of the record that the arguments and the options name. */
async function pathOfRecord(
  noun: Noun,
  muster: Muster,
  words: readonly string[],
  options: NounOptions,
): Promise<Owned> {
  const { owner, path } = await ownerOf(noun, muster, { options })
  const names = idsIn(noun.one)
  for (const [at, name] of names.entries()) {
    const of = nounOfArgument(noun, name) ?? noun
    const search = of === noun ? { owner: owner ?? ownerAmong(noun, path), path } : {}
    path[name] = (
      await findRecord(of, muster, words[at] ?? '', { ...search, ...typedBy(of, options) })
    ).id
  }
  return { owner, path }
}

/** The owner whose id is in a path already. */
export function ownerAmong(noun: Noun, path: Readonly<Record<string, string>>): Owner | undefined {
  return noun.owners.find(({ param }) => path[param] !== undefined)
}

/** The search narrowed by `--type`, for nouns that have one. */
export function typedBy(noun: Noun, { type }: NounOptions): { query?: Record<string, string> } {
  return noun.isTyped === true && typeof type === 'string'
    ? { query: { 'filter[type]': type } }
    : {}
}

type Naming = {
  /** The argument. */
  named?: string | undefined
  options: NounOptions
  /** Whether a part of its name is not enough. */
  isWhole?: (of: Noun) => boolean
}

/** Whose records they are: of the argument, or of the option that names one. */
export async function ownerOf(
  noun: Noun,
  muster: Muster,
  { named, options, isWhole = () => false }: Naming,
): Promise<Owned> {
  const chosen = noun.owners.flatMap((owner) => {
    const value = owner.flag === undefined ? named : options[optionKey(owner.flag)]
    return typeof value === 'string' ? [{ owner, value }] : []
  })
  const [first, second] = chosen
  if (second !== undefined)
    throw new WrongArguments(
      `Give one of ${noun.owners.map(({ flag }) => `--${flag}`).join(' and ')}.`,
    )
  if (first === undefined) return { owner: undefined, path: {} }
  const of = first.owner.of()
  const { id, row } = await findRecord(of, muster, first.value, {
    ...typedBy(of, options),
    isWhole: isWhole(of),
  })
  return { owner: first.owner, path: { [first.owner.param]: id }, row }
}
