import type { JsonValue } from '../../contract/json.ts'
import { managerNameKey } from '../file/manager-name.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { readNames } from '../file/read-names.ts'
import { isObject, textAt } from '../file/value-path.ts'

/** The keys of a profile that say who the manager is. */
const managerKeys = ['managerId', 'managerEmail', managerNameKey] as const

/** Parts of words for who is above a person. */
const ofManagers =
  /manager|mgr|supervis|boss|report(?:s|ing)? to|team ?lead|vorgesetz|führungskraft|leiter|chef|respons|hi[ée]rarch|sup[ée]rieur|superior|jefe|l[íi]der|gestor|chefia|capo\b|leidinggev|\bleder|esihenkil|esimies|nad[řr][íi]zen|vedouc|nadriaden|prze[łl]o[żz]on|kierownik|felettes|vezet[őo]|y[öo]netici|vadov|\bjuht|vad[īi]t[āa]j|vodja|nadre[đd]en|atasan|руковод|начальник|керівник|προϊστ|上司|上長|上[级級]|主管|상사|n ?\+ ?1/iu
/** Who is responsible for a person in other ways, or is further above. */
const ofOthers =
  /\b(?:hr|human|people|account|project|product|client|customer|case|dotted|functional|matrix|indirect|second|2nd|skip)\b|n ?\+ ?[2-9]/iu

/**
 * The mapping with the column of managers, where none is known by its name: one that is called so in part, and most of whose values
 * are numbers, addresses or names of the people.
 */
export function adoptManagers(
  account: AccountMapping,
  rows: readonly JsonValue[],
  columns: readonly string[],
): AccountMapping {
  const { profile_extra: extra } = account
  if (managerKeys.some((key) => extra[key] !== undefined)) return account
  const known = peopleBy(account, rows)
  const candidates = columns.filter((name) => ofManagers.test(name) && !ofOthers.test(name))
  const found = managerKeys.flatMap((key) => {
    const column = candidates.find((name) => areMostly(valuesAt(rows, name), known[key]))
    return column === undefined ? [] : [{ key, paths: [column] }]
  })
  return {
    ...account,
    profile_extra: { ...extra, ...Object.fromEntries(found.map(({ key, paths }) => [key, paths])) },
  }
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
