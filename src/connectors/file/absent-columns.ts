import type { AccountMapping, Mapping } from './mapping.ts'
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
  const own = listsOf(mapping.account)
  const others = usual.map(({ account }) => listsOf(account))
  const absent = Object.entries(own).flatMap(([field, paths]) => {
    if (paths.length === 0 || paths.some(isThere)) return []
    const isUsual = others.some(({ [field]: synonyms = [] }) => {
      return synonyms.length > 0 && synonyms.every((path) => paths.includes(path))
    })
    return isUsual && paths.every((path) => known.has(path)) ? [] : [{ field, paths }]
  })
  const field = 'account.state.sources'
  const sources = ownSources(mapping, usual).filter((path) => !isThere(path))
  return [...absent, ...sources.map((path) => ({ field, paths: [path] }))]
}

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

function listsOf(account: AccountMapping): Record<string, readonly string[]> {
  const { state, profile_extra: extra } = account
  const keys = Object.entries(extra).map(
    ([key, paths]) => [`account.profile_extra.${key}`, paths] as const,
  )
  return Object.fromEntries([
    ['account.vendor_id', account.vendor_id],
    ['account.handle', account.handle],
    ['account.email', account.email],
    ['account.first_name', account.first_name],
    ['account.last_name', account.last_name],
    ['account.last_name_prefix', account.last_name_prefix ?? []],
    ['account.second_last_name', account.second_last_name ?? []],
    ['account.full_name', account.full_name],
    ['account.created_at', account.created_at],
    ['account.state.ended_at', state.ended_at ?? []],
    ...keys,
  ])
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
