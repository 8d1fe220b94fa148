import { isObject, type JsonValue } from '../../contract/json.ts'
import { managerNameKey } from '../file/manager-name.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { familyInCapitals, moreThanInitials, readNames } from '../file/read-names.ts'
import { textAt } from '../file/value-path.ts'
import { isTurnedByAddress, type NamedAddress } from './order-by-address.ts'

/** Columns of whole names whose values show that the family name comes first. */
export function familyFirstColumns(account: AccountMapping, rows: readonly JsonValue[]): string[] {
  const own = account.full_name.filter(
    (path) =>
      !account.handle.includes(path) &&
      (hasCapitals(wholeNames(rows, [path])) ||
        isTurnedByAddress(namedAddresses(rows, path, account.email))),
  )
  const names = rows
    .filter(isObject)
    .map((row) => readNames(row, account, { faults: [], notes: [] }))
  const managers = account.profile_extra[managerNameKey] ?? []
  const found = managers.filter((path) => isTurned(wholeNames(rows, [path]), names))
  return [...new Set([...own, ...found])]
}

/** Names of several words without a comma. */
function wholeNames(rows: readonly JsonValue[], paths: readonly string[]): string[] {
  return rows.flatMap((row) => wholeName(row, paths) ?? [])
}

function wholeName(row: JsonValue, paths: readonly string[]): string | null {
  const name = textAt(row, paths)
  return typeof name === 'string' && /^[^,@\d]+\s[^,@\d]+$/.test(name.trim()) ? name.trim() : null
}

function namedAddresses(
  rows: readonly JsonValue[],
  path: string,
  emails: readonly string[],
): NamedAddress[] {
  return rows.flatMap((row) => {
    const name = wholeName(row, [path])
    const email = textAt(row, emails)
    return name !== null && typeof email === 'string' ? [{ name, email }] : []
  })
}

/** `MOREAU Ada`, `LI Wei`: in such a column two capitals are no initials. */
function hasCapitals(names: readonly string[]): boolean {
  const those = names.flatMap((name) => familyInCapitals.exec(name)?.[1] ?? [])
  const isSure = those.some((name) => moreThanInitials.test(name)) || new Set(those).size > 2
  return isSure && those.length * 3 >= names.length * 2
}

type Name = { firstName: string; lastName: string }

/** Whether words of last names come first and words of first names last, other than in the names of the people. */
function isTurned(managers: readonly string[], people: readonly Name[]): boolean {
  const firsts = wordsOf(people.map(({ firstName }) => firstName))
  const lasts = wordsOf(people.map(({ lastName }) => lastName))
  const count = (before: ReadonlySet<string>, behind: ReadonlySet<string>) =>
    managers.filter((name) => {
      const words = [...wordsOf([name])]
      return before.has(words[0] ?? '') && behind.has(words.at(-1) ?? '')
    }).length
  return count(lasts, firsts) > 2 * count(firsts, lasts)
}

function wordsOf(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/u)))
}
