import { dayAt } from '../../contract/days.ts'
import type { JsonValue } from '../../contract/json.ts'
import { withTable } from '../file/check-mapping.ts'
import { pathLists } from '../file/mapping-paths.ts'
import type { AccountMapping, GroupMapping, Mapping, MemberMapping } from '../file/mapping.ts'
import { stateOf } from '../file/read-state.ts'
import { holds, type Shape } from '../file/shape.ts'
import { plainOf, valueAt } from '../file/value-path.ts'

/** Columns, and what is read from them. */
type Use = readonly [columns: readonly string[], use: string]

/** What is read from the columns of the records, by the mappings that any of them matches, which have the names of the columns. */
export function usesOfColumns(
  mapping: Mapping,
  options: { shape: Shape | null; rows: readonly JsonValue[]; isOfOneGroup: boolean },
): (column: string) => string[] {
  const found = new Map<string, Set<string>>()
  for (const [columns, use] of usesOf(mapping, options))
    for (const path of columns) {
      // One of a list is in the column of the first.
      const column = path.replaceAll(/\[[^\]]*\]/g, '[0]')
      found.set(column, (found.get(column) ?? new Set()).add(use))
    }
  return (column) => [...(found.get(column) ?? [])]
}

function usesOf(
  { account, groups, memberships }: Mapping,
  {
    shape,
    rows,
    isOfOneGroup,
  }: { shape: Shape | null; rows: readonly JsonValue[]; isOfOneGroup: boolean },
): Use[] {
  const isHere = ({ when }: Pick<GroupMapping, 'when'>) => rows.some((row) => holds(row, when))
  if (shape === null) return []
  if (shape === 'accounts') return usesOfAccount(account, rows)
  if (shape === 'groups') return groups.filter(isHere).flatMap(usesOfGroup)
  if (isOfOneGroup) return groups.flatMap(({ members }) => usesOfMember(members))
  return memberships
    .filter(isHere)
    .flatMap(({ group_vendor_id: group, member }) =>
      usesOfMember(member).concat([[group, 'group']]),
    )
}

/** What the lists of an account are called where they are not called as what is read. */
const callings: Readonly<Record<string, string>> = { first_day: 'first day', ended_at: 'last day' }

/** Keys of the profile come last. */
function rankOf(place: string): number {
  return Number(place.startsWith('account.profile_extra.'))
}

function usesOfAccount(account: AccountMapping, rows: readonly JsonValue[]): Use[] {
  const isThere = (paths: readonly string[]) =>
    paths.some((path) => rows.some((row) => plainOf(valueAt(row, path)) !== undefined))
  const hasBoth = isThere(account.first_name) && isThere(account.last_name)
  const places = [...pathLists(account)].toSorted(([one], [other]) => rankOf(one) - rankOf(other))
  const lists = places.flatMap(([place, paths]): Use[] => {
    const [, part = '', key] = /^account\.(?:state\.)?(\w+)(?:\.(.*))?$/s.exec(place) ?? []
    const isOfOthers = ['family_first', 'spans'].includes(part)
    if (isOfOthers || (part === 'full_name' && hasBoth)) return []
    return [[paths, key === undefined ? (callings[part] ?? part) : `profile.${key}`]]
  })
  return [...lists, [pathsOfStates(account, rows), 'state']]
}

/** Of a column that may have other values too, only where it has a state. */
function pathsOfStates({ state }: AccountMapping, rows: readonly JsonValue[]): string[] {
  const how = { today: dayAt(new Date(), 'UTC'), order: state.date_order }
  return state.sources
    .map((source) => withTable(source, state))
    .filter((source) =>
      rows.some((row) => {
        const value = plainOf(valueAt(row, source.path))
        if (value === undefined) return false
        return source.ignore_others !== true || stateOf(source, value, how) !== undefined
      }),
    )
    .map(({ path }) => path)
}

function usesOfGroup(group: GroupMapping): Use[] {
  const fields = ['vendor_id', 'parent_vendor_id', 'name', 'handle'] as const
  const members = usesOfMember(group.members).flatMap(([paths, use]) =>
    group.members_at.map((list): Use => [
      paths.map((path) => (path === '.' ? `${list}[0]` : `${list}[0].${path}`)),
      use,
    ]),
  )
  return [...fields.map((field): Use => [group[field], field]), ...members]
}

function usesOfMember(member: MemberMapping): Use[] {
  return [
    [member.account_vendor_id, 'member'],
    [member.account_email, 'member by e-mail'],
    [member.role.path, 'role'],
  ]
}
