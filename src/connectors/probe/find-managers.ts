import { managerReferences, type ManagerReference } from '../../contract/states.ts'
import type { IntegrationDefaults } from '../pull/describe-vendor.ts'
import { managerKeys, managerNameKey } from '../file/manager-name.ts'
import type { SourceAccount } from '../file/source-record.ts'

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
  const known: Record<ManagerReference, ReadonlySet<string>> = {
    vendor_id: new Set(accounts.map(({ vendorId }) => vendorId)),
    employee_id: new Set(
      accounts.flatMap(({ profile }) => textOf(profile[employeeIdProfileKey ?? ''])),
    ),
    email: new Set(accounts.flatMap(({ email }) => textOf(email).map(lower))),
  }
  const isFound = (each: string, holds: ManagerReference) =>
    known[holds].has(holds === 'email' ? lower(each) : each)
  const count = (key: string | null, holds: ManagerReference) => {
    const said = accounts.flatMap(({ profile }) => textOf(profile[key ?? '']))
    return { key, holds, found: said.filter((each) => isFound(each, holds)).length }
  }
  const keys = stored === undefined ? [managerProfileKey, 'managerEmail'] : []
  const others = keys.flatMap((key) => managerReferences.map((holds) => count(key, holds)))
  const best = others.reduce(
    (one, other) => (other.found > one.found ? other : one),
    count(managerProfileKey, managerProfileHolds),
  )
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
