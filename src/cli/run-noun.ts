import { stringify } from 'yaml'
import type { ApiOptions } from './api-options.ts'
import type { Muster } from '../../sdk/src/index.ts'
import { connect } from './connect.ts'
import { findRecord, pathOf } from './find-record.ts'
import { columnsOf, type Filter, type Noun, type Owner } from './noun.ts'
import { printJson, printText, WrongArguments } from './output.ts'
import { withNamesOfPeople } from './people-names.ts'
import { printList, printRecord } from './present.ts'
import { readUpTo } from './read-up-to.ts'

export type NounOptions = ApiOptions & { limit?: number } & Record<string, unknown>

/** Prints rows of a noun. `named`: the record whose rows they are, where they need one. */
export async function runList(
  noun: Noun,
  named: string | undefined,
  options: NounOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const { owner, path } = await ownerOf(noun, muster, named, options)
  const query = await filtersOf(noun, muster, options)
  const limit = options.limit ?? Infinity
  const page = {
    'page[size]': String(Math.min(500, limit)),
    ...(noun.sort === undefined ? {} : { sort: noun.sort }),
  }
  const listed = noun.rows({ muster, owner, params: { path, query: { ...page, ...query } } })
  const read = await readUpTo(listed, limit, `Listing ${noun.name}s`)
  const records = read.rows.map(({ record }) => record)
  const rows =
    options.output === 'table' ? await withNamesOfPeople(muster, noun, read.rows) : read.rows
  printList(options, {
    ...read,
    rows,
    fields: columnsOf(noun, options),
    idOf: ({ id }) => id,
    json: noun.name === 'incident' ? records : { data: records, has_more: read.hasMore },
    none: noun.name === 'incident' ? 'There are no incidents.' : `There is no such ${noun.what}.`,
  })
}

/** Prints one record, in full. */
export async function runShow(noun: Noun, named: string, options: NounOptions): Promise<void> {
  const { muster } = await connect(options)
  const { owner, path } = await ownerOf(noun, muster, undefined, options)
  const { id } = await findRecord(noun, muster, named, { owner, path, ...ofType(noun, options) })
  const include = options['include']
  const query = typeof include === 'string' ? { include } : {}
  const params = { ...pathOf(noun, id, path), query }
  const described = await noun.read({ muster, owner, params })
  if (noun.part !== undefined && options[optionKey(noun.part.flags)] === true) {
    if (options.output === 'json') printJson(described.part)
    else printText(stringify(described.part, { lineWidth: 100 }).trimEnd())
    return
  }
  printRecord(options, { ...described, json: described.record })
}

/** The search narrowed by `--type`, for nouns that have one. */
function ofType({ filters }: Noun, { type }: NounOptions): { query: Record<string, string> } {
  const filter = filters.find(({ flags }) => flags.startsWith('--type '))
  return { query: filter === undefined || typeof type !== 'string' ? {} : { [filter.key]: type } }
}

type Owned = { owner: Owner | undefined; path: Record<string, string> }

/** Whose records they are: of the argument, or of the option that names one. */
export async function ownerOf(
  noun: Noun,
  muster: Muster,
  named: string | undefined,
  options: NounOptions,
): Promise<Owned> {
  const chosen = noun.owners.flatMap((owner) => {
    const value = owner.flags === undefined ? named : options[optionKey(owner.flags)]
    return typeof value === 'string' ? [{ owner, value }] : []
  })
  const [first, second] = chosen
  if (second !== undefined)
    throw new WrongArguments(`Give one of ${noun.owners.map(({ flags }) => flags).join(' and ')}.`)
  if (first === undefined) return { owner: undefined, path: {} }
  const of = first.owner.of()
  const { id } = await findRecord(of, muster, first.value, ofType(of, options))
  return { owner: first.owner, path: { [first.owner.param]: id } }
}

/** The query of the filters that the options give, with names resolved. */
async function filtersOf(
  noun: Noun,
  muster: Muster,
  options: NounOptions,
): Promise<Record<string, string>> {
  const query: Record<string, string> = {}
  for (const filter of noun.filters) {
    const value = options[optionKey(filter.flags)]
    if (typeof value === 'boolean') query[filter.key] = String(value)
    else if (typeof value === 'string') query[filter.key] = await valueOf(filter, muster, value)
  }
  return query
}

async function valueOf({ of }: Filter, muster: Muster, value: string): Promise<string> {
  return of === undefined ? value : (await findRecord(of(), muster, value)).id
}

/** `--admin-role <role>` is `adminRole` of the options. */
function optionKey(flags: string): string {
  const [, long = ''] = /^--([\w-]+)/.exec(flags) ?? []
  return long.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
