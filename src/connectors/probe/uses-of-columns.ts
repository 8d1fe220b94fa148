import type { JsonValue } from '../../contract/json.ts'
import type { AccountMapping, GroupMapping, Mapping, MemberMapping } from '../file/mapping.ts'
import { holds, type Shape } from '../file/shape.ts'

/** What is read from a column of records of that shape, by the mappings that any of the rows matches. */
export function createUses(
  { account, groups, memberships }: Mapping,
  {
    shape,
    rows,
    isOfOneGroup,
  }: { shape: Shape | null; rows: readonly JsonValue[]; isOfOneGroup: boolean },
): (column: string) => string[] {
  if (shape === null) return () => []
  if (shape === 'accounts') return (column) => usesOfAccount(account, column)
  const here = <T extends Pick<GroupMapping, 'when'>>(all: readonly T[]) =>
    all.filter(({ when }) => rows.some((row) => holds(row, when)))
  const uses =
    shape === 'groups'
      ? here(groups).map((group) => (column: string) => usesOfGroup(group, column))
      : isOfOneGroup
        ? groups.map(
            ({ members }) =>
              (column: string) =>
                usesOfMember(members, column),
          )
        : here(memberships).map((each) => (column: string) => [
            ...(each.group_vendor_id.includes(column) ? ['group'] : []),
            ...usesOfMember(each.member, column),
          ])
  return (column) => [...new Set(uses.flatMap((use) => use(column)))]
}

function usesOfAccount(account: AccountMapping, column: string): string[] {
  const fields = [
    'vendor_id',
    'handle',
    'email',
    'first_name',
    'last_name',
    'last_name_prefix',
    'full_name',
    'created_at',
  ] as const
  return [
    ...fields.filter((field) => account[field]?.includes(column) === true),
    ...(account.state.sources.some(({ path }) => path === column) ? ['state'] : []),
    ...(account.state.ended_at?.includes(column) === true ? ['last day'] : []),
    ...Object.entries(account.profile_extra)
      .filter(([, paths]) => paths.includes(column))
      .map(([key]) => `profile.${key}`),
  ]
}

function usesOfGroup(group: GroupMapping, column: string): string[] {
  const fields = ['vendor_id', 'parent_vendor_id', 'name', 'handle'] as const
  const list = group.members_at.find((path) => column.startsWith(`${path}[0]`))
  return [
    ...fields.filter((field) => group[field].includes(column)),
    ...(list === undefined
      ? []
      : usesOfMember(group.members, column.slice(list.length + 3).replace(/^\./, '') || '.')),
  ]
}

function usesOfMember(
  { account_vendor_id: ids, account_email: emails, role }: MemberMapping,
  path: string,
) {
  return [
    ...(ids.includes(path) ? ['member'] : []),
    ...(emails.includes(path) ? ['member by e-mail'] : []),
    ...(role.path.includes(path) ? ['role'] : []),
  ]
}
