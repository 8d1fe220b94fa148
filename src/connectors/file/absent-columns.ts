import { pathLists, textsIn } from './mapping-paths.ts'
import type { Mapping } from './mapping.ts'
import type { Format } from './sniff-format.ts'
import type { Shape } from './shape.ts'

/** A part of a mapping, and the columns that it names, none of which is there. */
export type AbsentColumns = { field: string; paths: readonly string[] }

/**
 * What a mapping reads from columns that no record has. A usual mapping of the product names columns that a file may leave out, so
 * only lists that differ from its lists count.
 */
export function absentColumns(
  mapping: Mapping,
  usual: readonly Mapping[],
  { isThere, shape }: { isThere: (path: string) => boolean; shape: Shape | null },
): AbsentColumns[] {
  if (shape !== 'accounts' || mapping.synonyms === true) return []
  const known = new Set(textsIn(usual))
  const others = usual.map(({ account }) => pathLists(account))
  const absent = [...pathLists(mapping.account)].flatMap(([field, paths]) => {
    if (besides.has(field) || paths.length === 0 || paths.some(isThere)) return []
    const isUsual = others.some((lists) => {
      const synonyms = lists.get(field) ?? []
      return synonyms.length > 0 && synonyms.every((path) => paths.includes(path))
    })
    return isUsual && paths.every((path) => known.has(path)) ? [] : [{ field, paths }]
  })
  const field = 'account.state.sources'
  const sources = ownSources(mapping, usual).filter((path) => !isThere(path))
  return [...absent, ...sources.map((path) => ({ field, paths: [path] }))]
}

/** What says how other columns are read, and a first day, which a file may leave out. */
const besides: ReadonlySet<string> = new Set([
  'account.family_first',
  'account.state.first_day',
  'account.state.spans',
])

/** Each source counts beside the others. Those of a usual mapping are for many files, unless there are fewer of them. */
function ownSources({ account }: Mapping, usual: readonly Mapping[]): string[] {
  const own = account.state.sources.map(({ path }) => path)
  const known = usual
    .map((each) => each.account.state.sources.map(({ path }) => path))
    .filter((paths) => paths.length <= own.length)
  return own.filter((path) => !known.some((paths) => paths.includes(path)))
}

/**
 * Whether a table has a column of states. Undefined where that says nothing: the mapping reads none, or the file leaves out keys
 * that have no value.
 */
export function hasStates(
  { account: { state } }: Mapping,
  { isThere, format }: { isThere: (path: string) => boolean; format: Format },
): boolean | undefined {
  if (format !== 'csv' || state.sources.length === 0 || state.in_names !== undefined)
    return undefined
  return state.sources.some(({ path }) => isThere(path))
}

/** That accounts stay suspended or ended in a table without states. */
export function describeUnsaid(accounts: number): string {
  return `The table has no column of states, as others of this source had. ${accounts === 1 ? 'One account that was suspended or had ended stays so' : `${accounts} accounts that were suspended or had ended stay so`}: export the column too, or take the states out of the mapping.`
}

/** The names of the columns are the mapping's, so the text has no values of the file. */
export function describeAbsent(absent: readonly AbsentColumns[]): string {
  const parts = absent
    .slice(0, 5)
    .map(({ field, paths }) => `${field} from ${paths.slice(0, 3).map(quoted).join(' or ')}`)
  const more = absent.length > 5 ? ` and ${absent.length - 5} more` : ''
  return `The mapping reads ${parts.join(', ')}${more}, which no record of the file has.`
}

function quoted(path: string): string {
  return JSON.stringify(path)
}
