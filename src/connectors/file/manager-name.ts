import type { JsonValue } from '../../contract/json.ts'
import type { AccountMapping } from './mapping.ts'
import { tidyName } from './read-names.ts'
import { limits } from './source-record.ts'
import { wordsOf } from './words-of-name.ts'

/** The key of a profile that holds the name of a manager, where a mapping reads one. */
export const managerNameKey = 'managerName'

/** The keys of a profile that say who the manager is. */
export const managerKeys = ['managerId', 'managerEmail', managerNameKey] as const

/** Other keys that say who the manager is, and count in place of a name. */
const referenceKeys = ['managerId', 'managerEmail']

/** The name in a distinguished name of Active Directory: `CN=Moreau\, Ada,OU=Sales,DC=acme,DC=example`. */
const commonName = /^CN=((?:[^,\\]|\\.){1,200}),/i

/** Zoho and greytHR put the number of a manager behind the name: `Ada Moreau ZY1`, `Ada Moreau [G2]`. */
const numberBehind = /\s[-–|([]?\s?[A-Z]{0,5}-?\d+[)\]]?\s*$/

/**
 * The manager's name as first and last name, by the keys of a profile, of names in the given column. Null where a number or an address
 * says who it is, and for what is no name.
 */
export function readManagerName(
  profile: (key: string) => JsonValue | undefined,
  { column, mapping }: { column: string; mapping: AccountMapping },
): string | null {
  const said = profile(managerNameKey)
  if (typeof said !== 'string') return null
  const isReferred = (value: JsonValue | undefined) =>
    value !== undefined && typeof value !== 'object' && value !== said
  if (referenceKeys.some((key) => isReferred(profile(key)))) return null
  const common = commonName.exec(said)?.[1]?.replaceAll(/\\(.)/g, '$1')
  const bare = (common ?? said).replace(numberBehind, '')
  if (bare.length > limits.name) return null
  const name = tidyName(bare, column, mapping)
  return /\p{L}/u.test(name) && !/[\d@=#/\\<>]/.test(name) ? name : null
}

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
    'line direct reporting immediate current primary e email mail address work name full display s of upn uid login username the employee person worker user',
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

/** Whether a column says who is above a person. */
export function namesManager(column: string): boolean {
  return (
    wordsBeside(column)?.every((word) => besideManagers.has(word) || numbers.has(word)) === true
  )
}
