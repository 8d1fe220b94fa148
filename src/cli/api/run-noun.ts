import { stringify } from 'yaml'
import type { Muster } from '../../../sdk/src/index.ts'
import type { ApiOptions } from '../command-line/api-options.ts'
import { nounOfArgument } from '../nouns/argument-nouns.ts'
import { connect } from '../connection/connect.ts'
import { filtersAmong } from '../nouns/field-flags.ts'
import { optionKey, valuesOf } from './field-values.ts'
import { findRecord } from './find-record.ts'
import {
  columnsOf,
  type Described,
  type Noun,
  type NounOptions,
  type Owner,
} from '../nouns/noun.ts'
import { idsIn, operationAt } from '../nouns/operations.ts'
import { printJson, printText, WrongArguments } from '../output/output.ts'
import { withNames } from '../nouns/people-names.ts'
import { apiColumns, printList, printRecord, tableOf } from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'
import { namingFlags } from './refused-fields.ts'

/** Prints rows of a noun. `named`: the record whose rows they are, where they need one. */
export async function runList(
  noun: Noun,
  named: string | undefined,
  options: NounOptions,
): Promise<void> {
  const { muster } = await connect(options)
  await listRows(noun, named, options, { muster })
}

type Listing = {
  muster: Muster
  /** Further filters. */
  more?: Record<string, string>
  /** What people read where there are no rows. */
  none?: string
}

/** {@link runList}, of a server that is connected. */
export async function listRows(
  noun: Noun,
  named: string | undefined,
  options: NounOptions,
  { muster, more = {}, none = `There is no such ${noun.what}.` }: Listing,
): Promise<void> {
  const { owner, path } = await ownerOf(noun, muster, { named, options })
  const { query: filters = [], columns = [] } =
    operationAt('get', owner?.list ?? noun.list ?? '') ?? {}
  const known = filtersAmong(filters)
  const { limit = Infinity, sort = noun.sort, include } = options
  const query = {
    'page[size]': String(Math.min(500, limit)),
    ...(sort === undefined ? {} : { sort }),
    ...(include === undefined ? {} : { include }),
    ...(await valuesOf(known, options, { muster, isWhole: false })),
    ...more,
  }
  const texts = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const listed = noun.rows({ muster, owner, params: { path, query: texts } })
  const read = await namingFlags(known, () => readUpTo(listed, limit, `Listing ${noun.name}s`))
  const records = read.rows.map(({ record }) => record)
  const rows = options.output === 'table' ? await withNames(muster, noun, read.rows) : read.rows
  printList(options, {
    ...read,
    rows,
    fields: columnsOf(noun, (name) => noun.hides?.(texts).includes(name) !== true),
    csv: apiColumns(columns, ({ record }: { record: unknown }) => record),
    idOf: ({ id }) => id,
    json: noun.name === 'incident' ? records : { data: records, has_more: read.hasMore },
    none: noun.name === 'incident' ? 'There are no incidents.' : none,
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
  if (noun.part === undefined || options[optionKey(noun.part.flag)] !== true)
    await printNoun(noun, described, { muster, options })
  else if (options.output === 'json') printJson(described.part)
  else printText(stringify(described.part, { lineWidth: 100 }).trimEnd())
}

/** Prints a record as `show` does. */
export async function printNoun(
  noun: Noun,
  described: Described,
  { muster, options }: { muster: Muster; options: ApiOptions },
): Promise<void> {
  const columns = operationAt('get', noun.list ?? '')?.columns
  const below = options.output === 'table' ? await readBelow(noun, described.id, muster) : []
  const sections = [...described.sections, ...below]
  printRecord(options, { ...described, sections, json: described.record, columns })
}

/** The rows of another noun that belong to a record, as a section. */
async function readBelow({ below }: Noun, id: string, muster: Muster): Promise<string[]> {
  if (below === undefined) return []
  const { of, columns, none } = below
  const rows = of()
  const [owner] = rows.owners
  const path = { [owner?.param ?? '']: id }
  const listed = await Array.fromAsync(rows.rows({ muster, owner, params: { path } }))
  if (listed.length === 0) return none === undefined ? [] : [none]
  return [
    tableOf(
      listed,
      columnsOf(rows, (name) => columns?.includes(name) ?? true),
    ),
  ]
}

type Owned = { owner: Owner | undefined; path: Record<string, string> }

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
  const { id } = await findRecord(of, muster, first.value, {
    ...typedBy(of, options),
    isWhole: isWhole(of),
  })
  return { owner: first.owner, path: { [first.owner.param]: id } }
}
