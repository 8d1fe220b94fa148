import { dayAt } from '../../contract/days.ts'
import { isList, isObject, type JsonValue } from '../../contract/json.ts'
import type {
  AccountMapping,
  DateOrder,
  GroupMapping,
  Mapping,
  MemberMapping,
  MembershipMapping,
} from '../file/mapping.ts'
import { profileSource, readExtra } from '../file/read-account.ts'
import { wholeNamePaths } from '../file/read-names.ts'
import { sampleSize } from '../file/read-export.ts'
import { stateOf } from '../file/read-state.ts'
import { holds, type Shape } from '../file/shape.ts'
import { withTable, type TableSource } from '../file/check-mapping.ts'
import { isNothing, plainOf, saidAt, valueAt } from '../file/value-path.ts'

/** A record, and the same record with the name of its column in place of each value. */
type Named = { record: JsonValue; names: JsonValue }

/** A column of a record, and what is read from it. */
type Use = [column: JsonValue | undefined, use: string]

/** What is read from the columns of the records, by the mappings that any of them matches, which have the names of the columns. */
export function usesOfColumns(
  { account, groups, memberships }: Mapping,
  {
    shape,
    rows,
    isOfOneGroup,
  }: { shape: Shape | null; rows: readonly JsonValue[]; isOfOneGroup: boolean },
): (column: string) => string[] {
  const usesOf = (row: Named): Use[] => {
    if (shape === null) return []
    if (shape === 'accounts') return usesOfAccount(row, account)
    if (shape === 'groups') return usesOfGroup(row, groups.find(isHere(row)))
    return isOfOneGroup
      ? groups.flatMap(({ members }) => usesOfMember(row, members))
      : usesOfMembership(row, memberships.find(isHere(row)))
  }
  const found = Map.groupBy(
    rows.flatMap((record) => usesOf({ record, names: namesIn(record, '') })),
    ([column]) => column,
  )
  return (column) => [...new Set((found.get(column) ?? []).map(([, use]) => use))]
}

function isHere({ record }: Named): (mapping: Pick<GroupMapping, 'when'>) => boolean {
  return ({ when }) => holds(record, when)
}

/** No column has a longer name. */
const longestName = 200

/** The names of columns, as `collectColumns` makes them, where there are values. */
function namesIn(value: JsonValue, path: string): JsonValue {
  if (path.length > longestName) return null
  if (isList(value)) return value.slice(0, sampleSize).map((each) => namesIn(each, `${path}[0]`))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        namesIn(each, path === '' ? key : `${path}.${key}`),
      ]),
    )
  return plainOf(value) === undefined || isNothing(value) ? value : path
}

/** The column that a value is read from: the first of the paths that holds something counts. */
function columnAt({ record, names }: Named, paths: readonly string[]): JsonValue | undefined {
  const path = paths.find((each) => plainOf(saidAt(record, [each])) !== undefined)
  if (path === undefined) return undefined
  // One of a list is in the column of the first.
  return plainOf(valueAt(names, path) ?? valueAt(names, path.replaceAll(/\[[^\]]*\]/g, '[0]')))
}

function usesOfAccount(row: Named, account: AccountMapping): Use[] {
  const fields = [
    'vendor_id',
    'handle',
    'email',
    'first_name',
    'last_name_prefix',
    'second_last_name',
    'last_name',
    'created_at',
  ] as const
  return [
    ...fields.map((field): Use => [columnAt(row, account[field] ?? []), field]),
    [columnOfWholeName(row, account), 'full_name'],
    ...account.state.sources
      .filter((source) =>
        isOfStates(row, withTable(source, account.state), account.state.date_order),
      )
      .map(({ path }): Use => [columnAt(row, [path]), 'state']),
    [columnAt(row, account.state.first_day ?? []), 'first day'],
    [columnAt(row, account.state.ended_at ?? []), 'last day'],
    ...usesOfProfile(row, account),
  ]
}

function columnOfWholeName(row: Named, account: AccountMapping): JsonValue | undefined {
  const isFirst = columnAt(row, account.first_name) !== undefined
  const isLast = columnAt(row, account.last_name) !== undefined
  if ((isFirst && isLast) || !isObject(row.record)) return undefined
  return columnAt(row, wholeNamePaths(row.record, account, !isFirst && !isLast))
}

function isOfStates({ record }: Named, source: TableSource, order: DateOrder | undefined): boolean {
  const value = plainOf(valueAt(record, source.path))
  return (
    value !== undefined &&
    (source.ignore_others !== true ||
      stateOf(source, value, { today: dayAt(new Date(), 'UTC'), order }) !== undefined)
  )
}

function usesOfProfile({ record, names }: Named, account: AccountMapping): Use[] {
  if (!isObject(record) || !isObject(names)) return []
  const { profile_root: root, profile_extra: keys } = account
  const extra = readExtra(record, account, profileSource(record, root))
  const own = profileSource(names, root)
  return Object.entries(keys).flatMap(([key, paths]): Use[] => {
    const column = columnAt({ record, names }, paths)
    // A key that the profile has already is not read from elsewhere.
    return Object.hasOwn(extra, key) || own[key] === column ? [[column, `profile.${key}`]] : []
  })
}

function usesOfGroup(row: Named, group: GroupMapping | undefined): Use[] {
  if (group === undefined) return []
  const fields = ['vendor_id', 'parent_vendor_id', 'name', 'handle'] as const
  const list = group.members_at.find((path) => isList(valueAt(row.record, path))) ?? ''
  const records = valueAt(row.record, list)
  const members = isList(records) ? records.slice(0, sampleSize) : []
  return [
    ...fields.map((field): Use => [columnAt(row, group[field]), field]),
    ...members.flatMap((record) =>
      usesOfMember({ record, names: namesIn(record, `${list}[0]`) }, group.members),
    ),
  ]
}

function usesOfMembership(row: Named, membership: MembershipMapping | undefined): Use[] {
  if (membership === undefined) return []
  const group: Use = [columnAt(row, membership.group_vendor_id), 'group']
  return [group, ...usesOfMember(row, membership.member)]
}

function usesOfMember(row: Named, member: MemberMapping): Use[] {
  if (!holds(row.record, member.only_when)) return []
  return [
    [columnAt(row, member.account_vendor_id), 'member'],
    [columnAt(row, member.account_email), 'member by e-mail'],
    [columnAt(row, member.role.path), 'role'],
  ]
}
