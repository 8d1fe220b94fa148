import { isList, type JsonValue } from '../../contract/json.ts'
import { emailsIn } from '../file/emails-in.ts'
import type { AccountMapping, StateMapping, StateTable } from '../file/mapping.ts'
import { crosses, stateWords, yesNo } from '../file/mappings/state-words.ts'
import { blank, stateOf } from '../file/read-state.ts'
import { limits } from '../file/source-record.ts'
import { withTable, type TableSource } from '../file/state-tables.ts'
import { isNothing, plainOf, valueAt } from '../file/value-path.ts'
import { isOfOthers, ofThings } from '../file/words-of-others.ts'
import { withoutPrivate } from './private-addresses.ts'
import type { Column } from './column.ts'
import {
  areDays,
  isEndOfWork,
  isOfLocks,
  isSpanOfWork,
  isStatus,
  readAsFlag,
  readAsStatus,
} from './flag-columns.ts'
import { wordsOf } from '../file/words-of-name.ts'

/**
 * The mapping of a table with columns that are known by their values, where none is known by its name: the only addresses, the
 * only names, and the only states.
 */
export function adoptColumns(
  account: AccountMapping,
  rows: readonly JsonValue[],
  paths: readonly string[],
): AccountMapping {
  const columns = paths.map((name) => columnOf(rows, name))
  const flags = columns.filter((column) => account.handle.includes(column.name) && isFlag(column))
  const numbers = columns.filter((column) => isNumberOfPerson(column, account))
  const unnamed = columns.filter((column) => isNoName(column, account))
  const others = withoutPaths(
    account,
    [...flags, ...numbers, ...unnamed].map(({ name }) => name),
  )
  const ids = [...numbers.map(({ name }) => name), ...others.vendor_id]
  return adopt({ ...others, vendor_id: ids }, columns)
}

/** A column `Employee` of a list of times, which has numbers and is no login. */
function isNoName({ name, values }: Column, { full_name: full, handle }: AccountMapping): boolean {
  const isWhole = full.includes(name) && !handle.includes(name)
  return isWhole && values.length > 0 && values.every((value) => !/\p{L}/u.test(value))
}

/** A column `Employee` with numbers, beside one of names. */
function isNumberOfPerson({ name, values }: Column, account: AccountMapping): boolean {
  const { vendor_id: ids, full_name: full, first_name: first, last_name: last, handle } = account
  const others = [...full, ...first, ...last].filter((path) => path !== name)
  const isNeeded = ids.every((path) => handle.includes(path) || account.email.includes(path))
  return (
    isNeeded &&
    others.length > 0 &&
    full.includes(name) &&
    !handle.includes(name) &&
    values.length > 0 &&
    new Set(values).size === values.length &&
    values.every((value) => /^[A-Z]{0,4}-?\d+$/i.test(value))
  )
}

/** `Login: enabled` */
function isFlag(column: Column): boolean {
  return column.values.length > 0 && readAsFlag(column) !== null
}

function withoutPaths(account: AccountMapping, paths: readonly string[]): AccountMapping {
  const others = (list: readonly string[]) => list.filter((path) => !paths.includes(path))
  const { handle, vendor_id: ids, full_name: full } = account
  return { ...account, handle: others(handle), vendor_id: others(ids), full_name: others(full) }
}

function adopt(account: AccountMapping, columns: readonly Column[]): AccountMapping {
  // A login stands in where there is no name.
  const fullNames = account.full_name.filter((name) => !account.handle.includes(name))
  const isNamed = [account.first_name, account.last_name, fullNames].some(
    ({ length }) => length > 0,
  )
  const used = new Set(
    [account.state.sources.map(({ path }) => path), ...Object.values(account.profile_extra)].flat(),
  )
  const others = columns.filter(({ name }) => !used.has(name))
  const addresses = columns.find(({ name }) => account.email.includes(name))
  const mayBeNames = (column: Column) => isNames(column) && !isOfOtherRows(column, addresses)
  const names = isNamed ? [] : namesAmong(others.filter(mayBeNames), addresses)
  // Without a name these may be devices, or events.
  const isOfPeople = isNamed || names.length > 0
  const email =
    account.email.length > 0 || !isOfPeople
      ? withoutPrivate(account.email, columns)
      : onlyOne(columns, isAddresses)
  const known = new Set(
    [account.vendor_id, email, account.first_name, account.last_name, account.full_name].flat(),
  )
  const isIdentified = email.length > 0 || account.vendor_id.length > 0
  const isFamilyOnly = account.first_name.length + fullNames.length === 0 && isNamed
  const initials = isFamilyOnly ? onlyOne(others, isInitials) : account.first_name
  const whole = isFamilyOnly && initials.length === 0 ? columns.filter(isWholeName) : []
  if (whole.length > 0)
    return adopt({ ...account, last_name: [], full_name: whole.map(({ name }) => name) }, columns)
  return {
    ...account,
    first_name: initials,
    email,
    vendor_id: [...new Set([...account.vendor_id, ...email])],
    full_name: !isNamed && isIdentified ? [...names, ...account.full_name] : account.full_name,
    state: adoptStates(
      account.state,
      columns.filter(({ name }) => !known.has(name)),
      new Set([account.handle, account.created_at, ...Object.values(account.profile_extra)].flat()),
    ),
  }
}

/** The column, or none where several could be meant. */
function onlyOne(columns: readonly Column[], is: (column: Column) => boolean): string[] {
  const found = columns.filter(is).map(({ name }) => name)
  return found.length === 1 ? found : []
}

/** Of several columns of words with capitals the one whose words are in the addresses. */
function namesAmong(columns: readonly Column[], addresses: Column | undefined): string[] {
  const isOne = columns.length === 1
  return onlyOne(
    columns,
    ({ cells }) => isOne || ownAddresses(cells, addresses) * 2 >= cells.length,
  )
}

/** Where nothing else is before the last name, as in the Netherlands. */
function isInitials({ name, values }: Column): boolean {
  return (
    /^(?:(?:first )?initials?|voorletters?|initialen)$/.test(wordsOf(name)) && values.length > 0
  )
}

/** `Nom` is a name of either kind in French. */
function isWholeName({ name, values }: Column): boolean {
  const whole = values.filter((value) => /\S\s+\S/u.test(value))
  return /^(?:nom|nume)$/i.test(name.trim()) && whole.length > values.length / 2
}

/** What has a name too, or is where somebody's address is. */
const ofCompany = /company|firma|entreprise|empresa/i

function isAddresses({ name, values }: Column): boolean {
  return (
    values.length > 0 &&
    !isOfOthers(name) &&
    areDifferent(values) &&
    values.every((value) => value.includes('@') && emailsIn(value).length > 0)
  )
}

/** Nearly all different, of two to four words with capitals, where the script has them, and without figures. */
function isNames({ name, values, cells }: Column): boolean {
  const alike = values.filter((value) =>
    /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]*(?:,? \p{L}[\p{L}\p{M}'’.-]*){1,3}$/u.test(value),
  )
  return (
    values.length > 0 &&
    values.length >= cells.length * 0.9 &&
    !isOfOthers(name) &&
    !ofCompany.test(name) &&
    alike.length >= values.length * 0.9 &&
    areDifferent(values)
  )
}

/** Whether names are found in the addresses of other rows rather than in their own, as those of managers are. */
function isOfOtherRows({ cells }: Column, addresses: Column | undefined): boolean {
  if (addresses === undefined) return false
  const locals = localsOf(addresses)
  const all = locals.join(' ')
  let begin = 0
  const others = cells.filter((name, at) => {
    const end = begin + (locals[at] ?? '').length
    const isFound = hasWordOf(all.slice(0, begin), name) || hasWordOf(all.slice(end), name)
    begin = end + 1
    return isFound
  }).length
  return others > ownAddresses(cells, addresses)
}

/** How many names are found in the addresses of their own rows. */
function ownAddresses(cells: readonly string[], addresses: Column | undefined): number {
  const locals = addresses === undefined ? [] : localsOf(addresses)
  return cells.filter((name, at) => hasWordOf(locals[at] ?? '', name)).length
}

function localsOf({ cells }: Column): string[] {
  return cells.map((cell) => (cell.split('@')[0] ?? '').slice(0, limits.name).toLowerCase())
}

function hasWordOf(local: string, name: string): boolean {
  const words = name
    .slice(0, limits.name)
    .toLowerCase()
    .split(/[\s,]+/u)
  return words.some((word) => word.length > 2 && local.includes(word))
}

function areDifferent(values: readonly string[]): boolean {
  return new Set(values).size >= values.length * 0.9
}

function adoptStates(
  state: StateMapping,
  columns: readonly Column[],
  ofPerson: ReadonlySet<string>,
): StateMapping {
  const known = state.sources.map((source) => {
    const column = columns.find(({ name }) => name === source.path)
    if (column === undefined) return source
    if (isOfDisability(column, columns)) return askedOf(column)
    const own = withTable(source, state)
    const { values } = column
    const adapted = withBlanks(withAsked(withoutFigures(own, values), values), column)
    return adapted.values === own.values ? { ...adapted, values: source.values } : adapted
  })
  const knownEnds = state.ended_at ?? []
  const others = columns.filter(({ name }) => !known.some(({ path }) => path === name))
  const ends = [
    ...(knownEnds.length > 0 ? knownEnds : onlyOne(columns, isLastDays)),
    ...others.filter((column) => isEndOfWork(column, columns)).map(({ name }) => name),
  ]
  const isStrict = (name: string) =>
    known.some((source) => source.path === name && source.ignore_others !== true)
  const spans = columns
    .filter((column) => !isStrict(column.name) && isSpanOfWork(column, columns))
    .map(({ name }) => name)
  ends.push(...spans)
  const isTold = known.some(({ day }) => day !== true)
  const mayBeFlags = others.filter(
    (column) => !ends.includes(column.name) && !(isTold && isOfLocks(column)),
  )
  const flags = adopted(mayBeFlags, readAsFlag)
  const withFlags = {
    ...state,
    sources: [...known, ...flags],
    ended_at: [...new Set(ends)],
    ...(spans.length > 0 && { spans }),
  }
  if (isTold) return withFlags
  const used = new Set([...ends, ...flags.map(({ path }) => path)])
  const rest = others.filter(({ name }) => !used.has(name))
  const ofStates = statesOf(rest.filter(isStates))
  const named = ofStates.length > 0 ? ofStates : adopted(rest, readAsStatus)
  const told = [...withFlags.sources, ...named, ...endsOfAccounts(rest, columns, ofPerson)]
  const isAbout = told.length > 0 ? [] : ends.length > 0 ? [aboutLocks] : [aboutLocks, aboutLeaving]
  const asked = rest.filter((column) => mayBeOf(isAbout, column)).map(askedOf)
  return { ...withFlags, sources: [...told, ...asked] }
}

/** A day on which something expires is of the account where all other columns are known: `First aid` expires as well. */
function endsOfAccounts(
  rest: readonly Column[],
  columns: readonly Column[],
  ofPerson: ReadonlySet<string>,
): TableSource[] {
  const found = rest.filter(
    (column) => ofExpiry.test(wordsOf(column.name)) && areDays(column.values),
  )
  const mayExpire = ({ name }: Column) =>
    !ofPerson.has(name) &&
    !neverExpires.test(wordsOf(name)) &&
    !found.some((each) => each.name === name)
  return columns.some(mayExpire)
    ? []
    : found.map(({ name }) => ({ path: name, day: true, values: { true: 'suspended' } }))
}

const neverExpires =
  /^(?:(?:last|latest) (?:sign ?in|log ?in|logon|seen|activity|active)|created|added|role|(?:work |office )?(?:tele)?phone|mobile)(?: (?:at|on|date|time|number|no))?$/
const ofExpiry =
  /^(?:expir(?:y|es|ed|ation)(?: (?:date|day|on))?|ablaufdatum|lauft ab(?: am)?|(?:date d )?expiration|(?:fecha de )?(?:caducidad|vencimiento)|(?:data (?:di |de )?)?(?:scadenza|vencimento)|verloopdatum|有効期限|到期日?期?)$/

/** Columns that only some have, and that are called after leaving or locking: `Resignation date`, `Lock reason`. */
function mayBeOf(isAbout: readonly RegExp[], { name, values, cells }: Column): boolean {
  const words = wordsOf(name)
  const said = values.filter((value) => !isNoWord(value) && !isNothing(value))
  const is = isAbout.some((pattern) => pattern.test(words))
  return is && said.length > 0 && said.length < cells.length
}

/** Beside what else is asked of people for statistics, `Disabled` may say it of the person and not of the account. */
function isOfDisability({ name }: Column, columns: readonly Column[]): boolean {
  return (
    /^(?:is )?disabled$/.test(wordsOf(name)) &&
    columns.some((other) => ofStatistics.test(wordsOf(other.name)))
  )
}

const ofStatistics =
  /\b(?:marital|ethnicity|ethnic|gender|sex|race|veteran|religion|sexual orientation)\b/

/** What its values mean has to be asked about. */
function askedOf({ name }: Column): TableSource {
  return { path: name, values: noWords }
}

const noWords: StateTable = Object.fromEntries(
  Object.entries(yesNo('deactivated', 'active')).filter(([, state]) => state === 'active'),
)

function isNoWord(value: string): boolean {
  return noWords[value.toLowerCase()] !== undefined
}

const besideLeaving =
  '(?:date|day|reason|status|type|kind|of|for|actual|planned|employee|motif|motivo|causa|fecha|data|de|du|la|del|da)'
/** With all of its words: `Exit interview` and `Fire exit` are about something else. */
const aboutLeaving = new RegExp(
  `^(?:${besideLeaving} )*(?:resign(?:ation|ed)?|offboard(?:ing|ed)?|exit|termination|leaver|leaving|separation|austritts?(?:grund|art)?|kundigung(?:s(?:grund|art|datum))?|ausscheiden|(?<= )depart|demission|(?<= )sortie|(?<= )baja|cese|renuncia|demissao|desligamento|dimissioni|cessazione|ontslag|fratr[æa]delse(?:s[åa]rsag)?)(?: ${besideLeaving})*$|^(?:退職|退社|離職|离职|퇴직|퇴사)(?:日|理由|原因|事由|사유|일|区分)?$`,
  'u',
)
const aboutLocks =
  /^(?:(?:account|user|login) )?(?:lock(?:ed|ing|out)?|block(?:ed|ing)?|suspen(?:sion|ded)|disabled?|deactivation|ban(?:ned)?) (?:reason|date|type|cause)$|^reason (?:for|of) (?:lock(?:ing|out)?|block(?:ing)?|suspension|deactivation)$|^sperrgrund$|^motif (?:de|du) (?:blocage|suspension)$|^motivo (?:de |del |di )?(?:bloqueo|bloqueio|suspension|suspensao|blocco|sospensione)$/

/** Columns with states; what the words of several mean has to be asked about, as one of them may be of something else. */
function statesOf(columns: readonly Column[]): TableSource[] {
  const values = columns.length > 1 ? {} : { ...stateWords }
  return columns.map(({ name: path }) => ({ path, values }))
}

/** The columns that can be read so, with what their empty cells mean. */
function adopted(
  columns: readonly Column[],
  readAs: (column: Column) => TableSource | null,
): readonly TableSource[] {
  return columns.flatMap((column) => {
    const source = readAs(column)
    return source === null ? [] : [withBlanks(withoutFigures(source, column.values), column)]
  })
}

/** Parts of words for leaving, in columns of days. */
const ofLeaving =
  /terminat|leaver|leaving|прекрат|напуска|освобожд|odlas|prenehan|prestan|atleid|išėjim|lahkum|hætt|starfslok|încet|upph[öo]r|oph[øo]r|beëindig|vertrek|\bleft\b|\bexit|departed|separat|offboard|\babgang(?:sdatum)?\b|employed (?:until|till|to)\b|austritt|\baustr\b|\bausgesch\b|ausgeschied|ausscheid|d[ée]part\b|sortie|\bbaja\b|\bcese|egreso|salida|cessazione|uscita|deslig|demiss|sa[íi]da|uit ?dienst|zwolnien|odejści|odchod|výstup|kilép|ayrıl|çıkış|keluar|berhenti|tanggal resign|退職|退社|離職|离职|퇴사|퇴직|увольн|звільн|nghỉ việc|ลาออก|αποχώρ|fratr|avgång|مغادرة|עזיבה/iu
const notOfLeaving =
  /\btime\b|previous|\bprior\b|vorherig|précédent|anterior|koeaika|prøve|provanst|provtid|próbn|zkuš|skúš|испытат|deneme|notice|interview|survey|reason|approv|request|eligib|department|leave\b|vacation|holiday|training|probation|trial|course|project|\b(?:team|board|committee|union|scheme)\b/i

function isLastDays({ name, values }: Column): boolean {
  return ofLeaving.test(name) && !notOfLeaving.test(name) && areDays(values)
}

/** Where a column has other numbers than 0 and 1 these are codes as well, which have to be asked about. */
function withoutFigures(source: TableSource, values: readonly string[]): TableSource {
  if (source.bit !== undefined || source.day === true) return source
  const figures = values.filter((value) => /^\d+$/.test(value))
  // WordPress has a 0 for everybody.
  const areZeros = figures.length > 0 && figures.every((value) => value === '0')
  const areCodes = figures.some((value) => !['0', '1'].includes(value))
  if (!areCodes && !(areZeros && isStatus(source.path))) return source
  const words = Object.entries(source.values).filter(([word]) => !/^[01]$/.test(word))
  return { ...source, values: Object.fromEntries(words) }
}

/** A column `State` of which most values are states of people has no states of countries. */
function withAsked(source: TableSource, values: readonly string[]): TableSource {
  const { ignore_others: isLenient, ...strict } = source
  const different = [...new Set(values)]
  const known = different.filter((value) => isState(source, value))
  return isLenient === true && known.length > 0 && known.length * 2 >= different.length
    ? strict
    : source
}

const yesWords = new Set(['1', 'true', 'yes', 'y', 't', 'ja', 'j', 'oui', 'si', 'sí', 'sim', 'tak'])

/**
 * In a column with one word for yes and empty cells, a cross that is missing means no, and what a word that is missing means has
 * to be asked about.
 */
function withBlanks(source: TableSource, { values, hasBlanks }: Column): TableSource {
  const different = new Set(values.map((value) => value.toLowerCase()))
  const [word, other] = different
  if (isOfCrosses(source, different)) return withCrosses(source)
  if (word === undefined || other !== undefined || !hasBlanks) return source
  const { values: states } = source
  if (crosses.includes(word) && states[word] === undefined && states['no'] !== undefined)
    return {
      ...source,
      values: { ...states, [word]: 'active', [blank]: states['no'] },
      blank_counts: true,
    }
  return yesWords.has(word) && states[word] === 'active' && states['no'] !== undefined
    ? { ...source, blank_counts: true }
    : source
}

/** A cross beside a word for no means yes. */
function isOfCrosses({ values }: TableSource, different: ReadonlySet<string>): boolean {
  const others = [...different].filter((word) => !crosses.includes(word))
  const isNo = (word: string) => values[word] !== undefined && values[word] === values['no']
  return others.length > 0 && others.length < different.size && others.every(isNo)
}

function withCrosses(source: TableSource): TableSource {
  const yes = source.values['yes']
  if (yes === undefined) return source
  const words = Object.fromEntries(crosses.map((word) => [word, yes]))
  return { ...source, values: { ...source.values, ...words } }
}

/** Nobody is told by kinds of work alone. */
function isStates({ name, values }: Column): boolean {
  const different = [...new Set(values)]
  const source = { path: name, values: stateWords }
  const known = different.filter((value) => isState(source, value))
  return (
    !ofThings.test(name) &&
    different.length <= 12 &&
    // Beside one that says that somebody is there, the others have to be asked about.
    (known.length * 2 >= different.length ||
      known.some(
        (value) =>
          telling.test(value) && !ofPresence.test(value) && stateOf(source, value) === 'active',
      )) &&
    known.some((value) => telling.test(value) || isGone(source, value))
  )
}

/** Words of leaving that are also said of other things than people, such as settings, licences, schools and teams for pensions. */
const ofAnything =
  /^(?:d[ée]sactivée?|desactivad[oa]|disattivat[oa]|desativad[oa]|deaktiviert|gedeactiveerd|deaktiveret|deaktivert|inaktiverad|lapsed|graduated|dropped out|retraite|jubilación|退学|卒業|毕业|archived|baja|deleted|despedida|departed|discharged|ended|fin de contrato|to be deleted|ex|expired|fired|gone|left|parti|partie|quit|removed|renuncia|rescinded|retirement|separation|terminé|withdrawn|no show|end of contract|contract ended|not active|non active)$/

function isGone(source: TableSource, value: string): boolean {
  return stateOf(source, value) === 'deactivated' && !ofAnything.test(value.trim().toLowerCase())
}

/** Words that stand for being there or not, and for nothing else. */
const telling =
  /^(?:(?:in)?a[ck]?ti[vfk][oaefn]?|aktiivinen|(?:in)?attivo|a[ck]t[ií][vf]|(?:voluntarily |involuntarily )?terminated|resigned|retired|dismissed|leaver|on leave|employed|former|ausgeschieden|ausgetreten|sorti|présent|demitido|desligado|despedido|de baja|cessato|uit dienst|in dienst|zwolniony|zatrudniony|pasif|kilépett|servicio activo|em exercício|görevde|dirba|töötab|فعال|कार्यरत|在读|在校|在学|работает|уволена?|працює|звільнен(?:ий|а)|đang làm(?: việc)?|(?:đã )?nghỉ việc|(?:غير )?نشط|على رأس العمل|مستقيل|(?:לא )?פעילה?|ทำงานอยู่|ลาออก(?:แล้ว)?|在籍.?|在職.?|退職.?|在职|离职|재직|퇴직)(?![\p{L}\p{N}])/iu

/** Said beside `Remote` and `Self-employed` as well. */
const ofPresence = /^(?:on leave|employed|présent)/i

function isState(source: TableSource, value: string): boolean {
  return typeof stateOf(source, value) === 'string'
}

function columnOf(rows: readonly JsonValue[], name: string): Column {
  // The first of several in a list is not all that the list says.
  const isOfMany = rows.some((row) => listsOf(name).some((path) => isLong(valueAt(row, path))))
  const cells = isOfMany ? [] : rows.map((row) => valueAt(row, name))
  const texts = cells.map((cell) => {
    const value = plainOf(cell)
    return value === undefined || value === null || typeof value === 'object'
      ? ''
      : String(value).trim()
  })
  return {
    name,
    values: texts.filter((text) => text !== ''),
    cells: texts,
    hasBlanks: cells.some((cell) => typeof cell === 'string' && cell.trim() === ''),
  }
}

/** The paths of the lists on the way to a column. */
function listsOf(name: string): string[] {
  return [...name.matchAll(/\[0\]/g)].map(({ index }) => name.slice(0, index))
}

function isLong(value: JsonValue | undefined): boolean {
  return isList(value) && value.length > 1
}
