import { isRecord } from '../../contract/json.ts'
import type { AccountMapping, Mapping } from './mapping.ts'

/** Parts of a mapping that are lists of paths, which name columns. `path` of a role is one too. */
const lists: ReadonlySet<string> = new Set([
  'vendor_id',
  'handle',
  'email',
  'first_name',
  'last_name',
  'last_name_prefix',
  'second_last_name',
  'full_name',
  'family_first',
  'created_at',
  'first_day',
  'ended_at',
  'spans',
  'parent_vendor_id',
  'name',
  'group_vendor_id',
  'account_vendor_id',
  'account_email',
  'path',
])

/** Tables of words, whose keys are values of the file. */
const tables: ReadonlySet<string> = new Set(['words', 'values'])

type Change = {
  /** `place`: of the list in the mapping, such as `account.state.ended_at`. */
  paths: (paths: readonly string[], place: string) => string[]
  /** The single path of a test or of a source of states. */
  path: (path: string) => string
}

/** The mapping with other paths in its lists and tests. */
export function changePaths(mapping: Mapping, change: Change): Mapping {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part keeps its form
  return changed(mapping, '', change) as Mapping
}

/** The lists of paths by which an account is read, by their places. */
export function pathLists(account: AccountMapping): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  changed(account, 'account', {
    paths: (paths, place) => {
      found.set(place, paths)
      return [...paths]
    },
    path: (path) => path,
  })
  return found
}

function changed(value: unknown, place: string, change: Change): unknown {
  const key = place.slice(place.lastIndexOf('.') + 1)
  if (tables.has(key)) return value
  if (typeof value === 'string') return key === 'path' ? change.path(value) : value
  if (Array.isArray(value)) {
    const isOfPaths = lists.has(key) || place.startsWith('account.profile_extra.')
    return isOfPaths
      ? change.paths(value, place)
      : value.map((each) => changed(each, place, change))
  }
  if (!isRecord(value)) return value
  const parts = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    changed(part, place === '' ? name : `${place}.${name}`, change),
  ])
  return Object.fromEntries(parts)
}

/** Every text in a mapping. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
