import { isObject, type JsonValue } from '../../contract/json.ts'
import { managerKeys, managerNameKey } from '../file/manager-name.ts'
import type { AccountMapping } from '../file/mapping.ts'
import { readNames } from '../file/read-names.ts'
import { textAt } from '../file/value-path.ts'
import { wordsOf } from '../file/words-of-name.ts'

/** What who is above a person is called, as `wordsOf` writes it. */
const managerWord = wordIn(
  'manager|mgr|supervisor|boss|report(?:s|ing)? to|team ?lead(?:er)?|vorg(?:esetzte[rn]?)?|fuhrungskraft|teamleiter(?:in)?|chef',
  'responsable|responsabile|superieur|superior[ea]?|jefe|lider|gestor|chefia|capo|leidinggevende|n[æa]rmeste leder|leder|esihenkilo|esimies',
  'nadrizeny|nadrizeneho|vedouci|nadriadeny|przełozony|przełozonego|kierownik|kierownika|felettes|vezeto|yonetici(?:si)?',
  'vadov[oa]s?|juht|juhi|vaditaj[sa]|vodja|nadredeni|atasan|руководител[ья]|начальник|керівника?|προισταμενος',
  '(?:直属)?(?:上司|上長|上级|上級|主管|상사)の?(?:id|番号|氏名|名|姓名|工号|邮箱|メール(?:アドレス)?|이름|사번|이메일)?',
)

/** What may stand beside it without meaning another person, or anything else of the same one. */
const besideManagers = new Set(
  [
    'line direct reporting immediate current primary e email mail address work name full display s of the employee person worker user',
    'direkter direkte des der die mitarbeiters name adresse direct hierarchique du de la le nom complet adresse courriel',
    'directo inmediato jerarquico nombre completo del correo direto imediato nome do da diretto gerarchico',
    'naam van directe nærmeste narmaste navn namn bezposredni primy jmeno neve kozvetlen adi langsung nama имя',
  ].flatMap((line) => line.split(' ')),
)
const numbers = new Set(
  'id ids number no nr num code nummer personalnummer kennung matricule numero n identifiant matricula matricola personeelsnummer'.split(
    ' ',
  ),
)

function wordIn(...words: readonly string[]): RegExp {
  return new RegExp(`(?:^|(?<= ))(?:${words.join('|')})(?= |$)`, 'u')
}

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
  const candidates = columns.filter((name) => wordsBeside(name)?.every(isBesideManagers) === true)
  const found = managerKeys.flatMap((key) => {
    const column = candidates.find(
      (name) =>
        areMostly(valuesAt(rows, name), known[key]) &&
        (key !== 'managerId' || isOfNumbers(name) || !areSmall(known.managerId)),
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

/** The other words of a column of managers; null for other columns. */
function wordsBeside(name: string): string[] | null {
  // `Manager 2` is somebody else, `Responsable N+1` is not.
  const bare = name.replace(/\bn ?\+ ?1\b/i, managerWord.test(wordsOf(name)) ? '' : 'manager')
  const words = wordsOf(bare)
  if (/\d/.test(bare) || !managerWord.test(words)) return null
  return words
    .replace(managerWord, '')
    .split(' ')
    .filter((word) => word !== '')
}

function isBesideManagers(word: string): boolean {
  return besideManagers.has(word) || numbers.has(word)
}

function isOfNumbers(name: string): boolean {
  return wordsBeside(name)?.some((word) => numbers.has(word)) === true
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
