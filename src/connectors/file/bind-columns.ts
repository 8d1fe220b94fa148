import type { Mapping } from './mapping.ts'

/**
 * The mapping for a table with these columns: a path that names a column up to case, spaces,
 * punctuation and a bracketed remark (`Email Address [Required]`) becomes that column's exact name.
 */
export function bindColumns(mapping: Mapping, columns: readonly string[]): Mapping {
  const named = columns.filter((column) => plain(column) !== '')
  if (named.length === 0) return mapping
  // The first of two columns with one name counts.
  const byName = new Map(named.toReversed().map((column) => [plain(column), column]))
  const bind = (path: string): string =>
    columns.includes(path) ? path : (byName.get(plain(path)) ?? path)
  const all = (paths: readonly string[]): string[] => paths.map(bind)
  const tests = <T extends { path: string }>(list: readonly T[]): T[] =>
    list.map((test) => ({ ...test, path: bind(test.path) }))
  const member = (from: Mapping['memberships'][number]['member']): typeof from => ({
    account_vendor_id: all(from.account_vendor_id),
    account_email: all(from.account_email),
    only_when: tests(from.only_when),
    role: { ...from.role, path: all(from.role.path) },
  })
  const { account } = mapping
  return {
    account: {
      ...account,
      when: account.when.map(tests),
      vendor_id: all(account.vendor_id),
      handle: all(account.handle),
      email: all(account.email),
      first_name: all(account.first_name),
      last_name: all(account.last_name),
      full_name: all(account.full_name),
      created_at: all(account.created_at),
      state: { ...account.state, sources: tests(account.state.sources) },
      profile_extra: Object.fromEntries(
        Object.entries(account.profile_extra).map(([key, paths]) => [key, all(paths)]),
      ),
    },
    groups: mapping.groups.map((group) => ({
      ...group,
      when: tests(group.when),
      vendor_id: all(group.vendor_id),
      parent_vendor_id: all(group.parent_vendor_id),
      name: all(group.name),
      handle: all(group.handle),
      members: member(group.members),
    })),
    memberships: mapping.memberships.map((membership) => ({
      ...membership,
      when: tests(membership.when),
      group_vendor_id: all(membership.group_vendor_id),
      member: member(membership.member),
    })),
    ...(mapping.members === undefined
      ? {}
      : { members: { when: mapping.members.when.map(tests) } }),
  }
}

function plain(name: string): string {
  return name
    .replace(/\s*\[[^\]]*\]\s*$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
