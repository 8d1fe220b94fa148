import type { Muster } from '../../../sdk/src/index.ts'
import type { Noun, NounRow, Search } from '../nouns/noun.ts'
import { CommandFailed, terminalWidth, WrongArguments } from '../output/output.ts'
import { textOf } from '../output/present.ts'
import { showWork } from '../output/progress.ts'
import { titledTable } from '../output/table-text.ts'

/** How many candidates an ambiguous name lists. */
const candidates = 10
/** The API searches from three characters on. */
export const shortestSearch = 3

/** A record that its name was found by: where only its id is needed, only that is known. */
export type FoundRecord = { id: string; row: NounRow | undefined }

/**
 * The record of that id, exact name or part of a name. An id is believed. Fails with the candidates where several have the
 * name, and otherwise with what to do.
 */
export async function findRecord(
  noun: Noun,
  muster: Muster,
  named: string,
  { query = {}, others, owner, path = {}, isWhole = false }: Search = {},
): Promise<FoundRecord> {
  if (named.startsWith(noun.prefix)) return { id: named, row: undefined }
  if (noun.naming === undefined)
    throw new WrongArguments(
      `${named} is not the id of a ${noun.what}: those begin with ${noun.prefix}. Look with \`muster ${noun.name} list\`.`,
    )
  const among = (narrowed: Record<string, string>) => {
    const read: Read = (filters) => {
      const query = { ...noun.naming?.only, ...narrowed, ...filters, 'page[size]': '500' }
      return noun.rows({ muster, owner, params: { path, query } })
    }
    return showWork(`Looking for ${named}`, () => matchesOf(noun, named, read))
  }
  const matches = await among(query)
  if (matches.total === 0 && others !== undefined) {
    const { total, isPart } = await among(others.query)
    if (total > 0 && !isPart) throw new CommandFailed(others.message)
  }
  return onlyOne(noun, named, matches, isWhole)
}

type Read = (filters: Record<string, string>) => AsyncGenerator<NounRow, void>
/** `total`: how many have a part of the name, where none has all of it (`isPart`). */
type Matches = { rows: NounRow[]; total: number; isPart: boolean }

async function matchesOf(noun: Noun, named: string, read: Read): Promise<Matches> {
  const { exact = [], search, short, references = {} } = noun.naming ?? {}
  const reference = Object.entries(references).find(([prefix]) => named.startsWith(prefix))
  if (reference !== undefined) return every(read({ [reference[1]]: named }))
  // Commas separate values of a filter, so they can not be in one.
  for (const key of named.includes(',') ? [] : exact) {
    const found = await every(read({ [key]: named }))
    if (found.total > 0) return found
  }
  // There are very many of what only exact filters find.
  if (search === undefined && exact.length > 0) return { rows: [], total: 0, isPart: false }
  const key = isShort(named) ? short : search
  return byName(noun, read(key === undefined ? {} : { [key]: named }), named)
}

/** No search takes it: only records that are called so can be meant. */
function isShort(named: string): boolean {
  return named.length < shortestSearch
}

async function every(rows: AsyncGenerator<NounRow, void>): Promise<Matches> {
  const found = await Array.fromAsync(rows)
  return { rows: found, total: found.length, isPart: false }
}

/** Reads all rows, because one of the last may be the only one with exactly that name. */
async function byName(
  noun: Noun,
  rows: AsyncGenerator<NounRow, void>,
  named: string,
): Promise<Matches> {
  const isSearched = noun.naming?.search !== undefined && !isShort(named)
  const exact: NounRow[] = []
  const similar: NounRow[] = []
  let total = 0
  for await (const row of rows) {
    const isExact = row.names.some((name) => isSame(name, named))
    if (isExact) exact.push(row)
    if (!isExact && !isSearched) continue
    total += 1
    if (total <= candidates) similar.push(row)
  }
  if (exact.length === 0) return { rows: similar, total, isPart: true }
  // A group and an attribute often have one name in other letters: which is meant, letters do not say.
  const types = new Set(exact.map((row) => typeOf(noun, row)))
  const identical = types.size > 1 ? [] : exact.filter(({ names }) => names.includes(named))
  const left = identical.length === 1 ? identical : exact
  return { rows: left, total: left.length, isPart: false }
}

function onlyOne(
  noun: Noun,
  named: string,
  { rows, total, isPart }: Matches,
  isWhole: boolean,
): FoundRecord {
  const [first] = rows
  if (first === undefined)
    throw new CommandFailed(`No ${noun.what} is named ${named}. ${hintOf(noun, named)}`)
  if (total === 1 && !(isPart && isWhole)) return { id: first.id, row: first }
  const shown = rows.slice(0, candidates).map(({ values }) => values.map(textOf))
  const listed = titledTable(noun.columns, shown, terminalWidth() - 2).replace(/^/gm, '  ')
  const more = total > candidates ? `\n  and ${total - candidates} more` : ''
  throw new CommandFailed(
    `${named} may be one of these; give ${certain(noun, named)}:\n${listed}${more}`,
  )
}

/** What names one record for certain. */
function certain(noun: Noun, named: string): string {
  const { columns } = noun
  if (noun.isTyped === true) return 'an id, or --type'
  if (columns.includes('e-mail'))
    return named.includes('@') ? 'an id' : 'an e-mail address or an id'
  return columns.includes('handle') ? 'a handle or an id' : 'an id'
}

/** Where a noun has several types, as groups and attributes. */
function typeOf(noun: Noun, { values }: NounRow): unknown {
  return noun.isTyped === true ? values[noun.columns.indexOf('type')] : undefined
}

function hintOf({ name, naming }: Noun, named: string): string {
  if (naming?.search !== undefined && isShort(named))
    return `A part of a name needs at least ${shortestSearch} characters.`
  if (name === 'user') return 'Look for them with `muster who`.'
  return naming?.search === undefined
    ? `Look with \`muster ${name} list\`.`
    : 'Part of its name or handle is enough.'
}

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}
