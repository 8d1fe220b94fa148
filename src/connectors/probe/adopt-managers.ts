import { isObject, type JsonValue } from '../../contract/json.ts'
import {
  managerKeys,
  managerNameKey,
  namesManager,
  namesNumberOfManager,
} from '../file/manager-name.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { readNames } from '../file/read-names.ts'
import { textAt } from '../file/value-path.ts'

/**
 * The mapping with the column of managers, where none is known by its name: one that is called so, and most of whose values
 * are numbers, addresses or names of the people.
 */
export function adoptManagers(
  account: AccountMapping,
  rows: readonly JsonValue[],
  columns: readonly string[],
): AccountMapping {
  const { profile_extra: extra } = account
  const known = peopleBy(account, rows)
  if (managerKeys.some((key) => extra[key] !== undefined))
    return { ...account, profile_extra: withoutStrangeIds(account, { rows, known }) }
  const candidates = columns.filter(namesManager)
  const found = managerKeys.flatMap((key) => {
    const column = candidates.find(
      (name) =>
        areMostly(valuesAt(rows, name), known[key]) &&
        (key !== 'managerId' || namesNumberOfManager(name) || !areSmall(known.managerId)),
    )
    return column === undefined ? [] : [{ key, paths: [column] }]
  })
  return {
    ...account,
    profile_extra: { ...extra, ...Object.fromEntries(found.map(({ key, paths }) => [key, paths])) },
  }
}

/** A number of a manager that no person has is ignored where the name of the manager is that of a person. */
function withoutStrangeIds(
  { vendor_id: own, profile_extra: extra }: AccountMapping,
  { rows, known }: { rows: readonly JsonValue[]; known: KeysOfPeople },
): AccountMapping['profile_extra'] {
  const { managerId: ids = [], ...others } = extra
  const names = extra[managerNameKey] ?? []
  const areNamed = names.some((path) => areMostly(valuesAt(rows, path), known[managerNameKey]))
  // A column of positions may be known as one of ids too, but is none beside that of the people.
  const people = new Set(rows.map((row) => textAt(row, own)))
  const isKnown = (path: string) =>
    names.includes(path) || rows.some((row) => isOf(people, textAt(row, [path])))
  const kept = ids.filter(isKnown)
  if (!areNamed || kept.length === ids.length) return extra
  return kept.length === 0 ? others : { ...others, managerId: kept }
}

function isOf(people: ReadonlySet<JsonValue | undefined>, value: JsonValue | undefined): boolean {
  return value !== undefined && people.has(value)
}

/** Ids that may as well count something, or say yes and no. */
function areSmall(ids: ReadonlySet<string>): boolean {
  return [...ids].some((id) => /^\d{1,4}$/.test(id))
}

type KeysOfPeople = Record<(typeof managerKeys)[number], ReadonlySet<string>>

function peopleBy(account: AccountMapping, rows: readonly JsonValue[]): KeysOfPeople {
  const names = rows.filter(isObject).map((row) => readNames(row, account, emptyFindings()))
  const ids = [account.vendor_id, account.profile_extra['employeeNumber'] ?? []]
    .flat()
    .filter((path) => !account.email.includes(path))
  return {
    managerId: new Set(ids.flatMap((path) => valuesAt(rows, path)).map(keyOf)),
    managerEmail: new Set(account.email.flatMap((path) => valuesAt(rows, path)).map(keyOf)),
    [managerNameKey]: new Set(names.map(({ fullName }) => keyOf(fullName))),
  }
}

const emptyFindings = () => ({ faults: [], notes: [] })

function areMostly(values: readonly string[], known: ReadonlySet<string>): boolean {
  const found = values.filter((value) => known.has(keyOf(value))).length
  return found > 0 && found * 2 >= values.length
}

/** Words without case, in any order: names of managers may have the family name first. */
function keyOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
}

function valuesAt(rows: readonly JsonValue[], path: string): string[] {
  return rows.flatMap((row) => {
    const value = textAt(row, [path])
    return value === undefined || typeof value === 'object' ? [] : [String(value)]
  })
}
