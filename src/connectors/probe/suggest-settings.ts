import type { ManagerReference } from '../../contract/states.ts'
import type { JsonValue } from '../../contract/json.ts'
import { adoptColumns } from './adopt-columns.ts'
import { adoptManagers } from './adopt-managers.ts'
import { familyFirstColumns } from './family-first.ts'
import { bindColumns } from '../file/bind-columns.ts'
import type { Product } from './choose-product.ts'
import type { IntegrationDefaults } from '../file/mappings/default-mappings.ts'
import { managerKeys, managerNameKey } from '../file/manager-name.ts'
import type { AccountMapping, Mapping } from '../file/mapping.ts'
import type { SourceAccount } from '../file/source-record.ts'
import { tidyTables } from './tidy-tables.ts'

/** The mapping of a product for a file with these columns: their exact names, and of a table only what it has. */
export function suggestMapping(
  { name, defaults }: Product,
  columns: readonly string[],
  { rows, leaves }: { rows: readonly JsonValue[]; leaves: readonly string[] },
): Mapping {
  const bound = bindColumns(defaults.mapping, columns)
  if (name === 'ldap') return withLogins(bound, columns)
  if (name !== 'file') return bound
  const adopted = adoptColumns(narrowed(bound.account, columns), rows, leaves)
  const managed = adoptManagers(adopted, rows, leaves)
  const account = { ...managed, state: tidyTables(managed.state) }
  const familyFirst = familyFirstColumns(account, rows)
  const { ignore, ...others } = bound
  const ignored = ignore?.when.filter((tests) => tests.every(({ path }) => columns.includes(path)))
  return {
    ...others,
    account: familyFirst.length > 0 ? { ...account, family_first: familyFirst } : account,
    ...(ignored !== undefined && ignored.length > 0 && { ignore: { when: ignored } }),
  }
}

/** In a table without distinguished names the manager's login stands in their place. */
function withLogins(mapping: Mapping, columns: readonly string[]): Mapping {
  const { account } = mapping
  const { managerId = [], managerName = [] } = account.profile_extra
  if (columns.some((column) => /^(?:dn|distinguished ?name)$/i.test(column))) return mapping
  const extra = { ...account.profile_extra, managerId: [...managerId, ...managerName] }
  return { ...mapping, account: { ...account, profile_extra: extra } }
}

function narrowed(account: AccountMapping, names: readonly string[]): AccountMapping {
  const columns = new Set(names)
  const here = <T extends { path: string }>(list: readonly T[]) =>
    list.filter(({ path }) => columns.has(path))
  // One of a list is there where the first of it is.
  const isHere = (path: string) =>
    columns.has(path) || columns.has(path.replaceAll(/\[[^\]]*\]/g, '[0]'))
  const known = (paths: readonly string[]) => paths.filter(isHere)
  const { state } = account
  const possible = account.when.filter((tests) => here(tests).length === tests.length)
  const when = [...new Map(possible.map((tests) => [JSON.stringify(tests), tests])).values()].slice(
    0,
    5,
  )
  const kinds = (account.kinds ?? []).flatMap((kind) => {
    const tests = kind.when.filter((each) => here(each).length === each.length)
    return tests.length === 0 ? [] : [{ ...kind, when: tests }]
  })
  return {
    ...account,
    // A person names the other columns; that there is such a row is all that is known.
    when: when.length > 0 ? when : [[{ path: names[0] ?? 'id', exists: true }]],
    kinds,
    vendor_id: known(account.vendor_id),
    handle: known(account.handle),
    email: known(account.email),
    first_name: known(account.first_name),
    last_name: known(account.last_name),
    last_name_prefix: known(account.last_name_prefix ?? []),
    second_last_name: known(account.second_last_name ?? []),
    full_name: known(account.full_name),
    created_at: known(account.created_at),
    state: {
      ...state,
      sources: here(state.sources),
      first_day: known(state.first_day ?? []),
      ended_at: known(state.ended_at ?? []),
    },
    profile_extra: Object.fromEntries(
      Object.entries(account.profile_extra)
        .map(([key, paths]) => [key, known(paths)] as const)
        .filter(([, paths]) => paths.length > 0),
    ),
  }
}

/** How managers are named, and how many of those that were named are in the file. */
export type ManagerFinding = {
  key: string | null
  holds: ManagerReference
  /** Accounts that name a manager, by a reference or by name. */
  named: number
  found: number
  /** Of the accounts that only give a name, how many names are of one account, of several, and of none. */
  byName: { found: number; ambiguous: number; unknown: number }
}

/**
 * By which key and reference most managers of the accounts are found. The product's own wins where none are. With `stored` only what
 * the integration reads is found.
 */
export function findManagers(
  accounts: readonly SourceAccount[],
  defaults: IntegrationDefaults,
  stored?: StoredManagers,
): ManagerFinding {
  const { managerProfileKey, managerProfileHolds, employeeIdProfileKey } = stored ?? defaults
  const own = { key: managerProfileKey, holds: managerProfileHolds }
  const keys =
    stored === undefined
      ? [...new Set([managerProfileKey, 'managerEmail'])].filter((key) => key !== null)
      : []
  const known: Record<ManagerReference, ReadonlySet<string>> = {
    vendor_id: new Set(accounts.map(({ vendorId }) => vendorId)),
    employee_id: new Set(
      accounts.flatMap(({ profile }) => textOf(profile[employeeIdProfileKey ?? ''])),
    ),
    email: new Set(accounts.flatMap(({ email }) => textOf(email).map(lower))),
  }
  const isFound = (each: string, holds: ManagerReference) =>
    known[holds].has(holds === 'email' ? lower(each) : each)
  const count = (key: string, holds: ManagerReference) => {
    const said = accounts.flatMap(({ profile }) => textOf(profile[key]))
    return { key, holds, found: said.filter((each) => isFound(each, holds)).length }
  }
  const others = keys.flatMap((key) =>
    (['vendor_id', 'employee_id', 'email'] as const).map((holds) => count(key, holds)),
  )
  const first = own.key === null ? { ...own, found: 0 } : count(own.key, own.holds)
  const best = others.reduce((one, other) => (other.found > one.found ? other : one), first)
  const isReferred = ({ profile }: SourceAccount) =>
    textOf(profile[best.key ?? '']).some((each) => isFound(each, best.holds))
  const byName = findByName(accounts, isReferred)
  const isNamed = ({ profile }: SourceAccount) =>
    [best.key ?? '', ...managerKeys].some((key) => textOf(profile[key]).length > 0)
  return {
    ...best,
    // Every account has an id, by which the import then refers to it.
    ...(stored === undefined &&
      best.found === 0 &&
      byName.found > 0 && { holds: 'vendor_id' as const }),
    named: accounts.filter(isNamed).length,
    found: best.found + byName.found,
    byName,
  }
}

type StoredManagers = Pick<
  IntegrationDefaults,
  'managerProfileKey' | 'managerProfileHolds' | 'employeeIdProfileKey'
>

function findByName(
  accounts: readonly SourceAccount[],
  isReferred: (account: SourceAccount) => boolean,
): ManagerFinding['byName'] {
  const people = Map.groupBy(accounts, ({ fullName }) => lower(fullName))
  const counts = { found: 0, ambiguous: 0, unknown: 0 }
  for (const account of accounts) {
    const name = account.profile[managerNameKey]
    if (typeof name !== 'string' || isReferred(account)) continue
    const size = people.get(lower(name))?.length ?? 0
    counts[size === 1 ? 'found' : size > 1 ? 'ambiguous' : 'unknown'] += 1
  }
  return counts
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number'
    ? [String(value).trim()].filter((each) => each !== '')
    : []
}

function lower(text: string): string {
  return text.toLowerCase()
}
