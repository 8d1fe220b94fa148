import { stringify } from 'yaml'
import type { Muster } from '../../../sdk/src/index.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { filtersAmong } from '../nouns/field-flags.ts'
import { columnsOf, type Described, type Noun, type NounOptions } from '../nouns/noun.ts'
import { idsIn, operationAt } from '../nouns/operations.ts'
import { memberOf } from '../output/facts.ts'
import { printJson, printText } from '../output/output.ts'
import { apiColumns, columns, printList, printRecord, tableOf } from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'
import { optionKey, valuesOf } from './field-values.ts'
import { factsWithNames, withNames } from './names.ts'
import { namingFlags } from './refused-fields.ts'
import { resolveNames } from './resolve-names.ts'

export type Listing = {
  /** Further parameters. */
  more?: Record<string, string>
  /** What people read where there are no rows. */
  none?: () => Promise<string>
  /** The connection, where there is one: a token may be read only once. */
  over?: Muster
}

/** Prints rows of a noun. `named`: the record whose rows they are, where they need one. */
export async function runList(
  noun: Noun,
  named: string | undefined,
  options: NounOptions,
  { more = {}, none, over }: Listing = {},
): Promise<void> {
  const muster = over ?? (await connect(options)).muster
  const owners = named === undefined ? [] : noun.owners.filter(({ flag }) => flag === undefined)
  const names = owners.map(({ param }) => param)
  const { owner, path } = await resolveNames(noun, names, [named ?? ''], { muster, options })
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
  const isTable = options.output === 'table'
  const isEmpty = read.rows.length === 0 && isTable
  const isFiltered = Object.keys(filtered).length > 0
  const fields = columnsOf(noun, (name) => noun.hides?.(texts).includes(name) !== true)
  const isNamed = (name: string) => noun.named?.includes(name) === true
  printList(options, {
    ...read,
    fields: isTable ? await withNames(muster, fields, read.rows, isNamed) : fields,
    csv: apiColumns(csv, ({ record }: { record: unknown }) => record),
    idOf: ({ id }) => id,
    json: { data: read.rows.map(({ record }) => record), has_more: read.hasMore },
    none: (isEmpty && (await none?.())) || `No ${noun.what}${isFiltered ? ' fits' : ''}.`,
  })
}

/** Prints one record, in full. */
export async function runShow(
  noun: Noun,
  words: readonly string[],
  options: NounOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const { owner, path } = await resolveNames(noun, idsIn(noun.one), words, { muster, options })
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
  const fields = columns<unknown>(table.fields)
  return [tableOf(rows, await withNames(muster, fields, rows, (name) => name !== 'id'))]
}
