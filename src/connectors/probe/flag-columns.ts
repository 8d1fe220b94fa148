import { crosses, stateWords, yesNo } from '../file/mappings/state-words.ts'
import type { StateTable } from '../file/mapping.ts'
import { isMonthName, isNoDay, looksLikeSpan, readDay, readSpan } from '../file/read-day.ts'
import { stateOf } from '../file/read-state.ts'
import type { AccountState } from '../file/source-record.ts'
import type { TableSource } from '../file/state-tables.ts'
import { ofOtherEnds, ofThings } from '../file/words-of-others.ts'
import type { Column } from './column.ts'
import { wordsOf } from '../file/words-of-name.ts'

/**
 * How a column is read whose name says that somebody may come in, is there, is locked out or has left, and whose values say yes, no,
 * a state or a day. Null for other columns, such as `Account` with names of accounts.
 */
export function readAsFlag({ name, values }: Column): TableSource | null {
  // `ACT` without a dot is a part of Australia, and `AT` Austria.
  const words = wordsOf(name.replace(/^(a[ck])t\.$/i, '$1tive'))
  const bare = withoutSubjects(words)
  const is = (pattern: RegExp) => pattern.test(words) || pattern.test(bare)
  const meaning = ofDisability.test(words) ? undefined : meanings.find(([pattern]) => is(pattern))
  const different = [...new Set(values)]
  if (meaning?.[0] === endOfAccess && !different.some((value) => readDay(value).length > 0))
    return null
  const isPresence = words === 'present'
  if (isPresence && !different.every((value) => ofFrench.test(value))) return null
  if (meaning !== undefined) {
    const table = flagValues(meaning[1], meaning[2])
    // Elsewhere an O is a circle, which is a mark.
    const source = { path: name, values: isPresence ? { ...table, o: meaning[1] } : table }
    const known = different.filter(
      (value) => stateOf(source, value) !== undefined || crosses.includes(value.toLowerCase()),
    )
    const isRead = known.length > 0 && known.length * 2 >= different.length
    const isAsked = isOfCodes.test(words)
      ? areCodes(different)
      : meaning[0] === gone && areDays(values)
    if (!isRead && !isAsked) return null
    return ofPlans.test(words) ? onlyOf('active', source) : source
  }
  if (bare === '' && ofEmployment.test(words)) return readAsEmployment(name, different)
  if (bare !== '' || !ofAccounts.test(words)) return null
  const table = {
    ...wordsAmong(different),
    ...flagValues('active', 'suspended'),
    ...accessWords,
  }
  const source = { path: name, values: table }
  const isFlag = different.every((value) => stateOf(source, value) !== undefined)
  return isFlag && different.length > 0 ? source : null
}

/** `Employment: Past`; with other values it has kinds of work, or what somebody does. */
function readAsEmployment(path: string, different: readonly string[]): TableSource | null {
  const source = { path, values: { ...stateWords, ...moreStates } }
  const states = different.map((value) => stateOf(source, value))
  const known = states.filter((state) => state !== undefined)
  const isRead = states.includes('deactivated') && known.length * 2 >= different.length
  return isRead ? source : null
}

const ofEmployment = /\b(?:employ(?:ment|ee)|staff|worker)\b/

/** What says so only of a person's state: `AD` may also be a directory, and a title. */
const moreStates = { past: 'deactivated', 'a.d.': 'deactivated', 'a. d.': 'deactivated' } as const

/** On a plan, and on a list of who came, a no is said of a day. */
const ofPlans = /^(?:working|present)$/

/** In English, presence is said of a day or a room. */
const ofFrench = /^(?:o|n|oui|non|vrai|faux)$/i

/** On a plan `Working: no` is said of a day, and has to be asked about. */
function onlyOf(state: AccountState, { path, values }: TableSource): TableSource {
  const words = Object.entries(values).filter(([, each]) => each === state)
  return { path, values: Object.fromEntries(words) }
}

/** Those of the values that columns of flags are called: `Gesperrt` below `Kontostatus`. */
function wordsAmong(values: readonly string[]): StateTable {
  return Object.fromEntries(
    values.flatMap((value) => {
      const words = wordsOf(value)
      const meaning = meanings.find(([pattern]) => pattern.test(words))
      return meaning === undefined ? [] : [[value.toLowerCase(), meaning[1]]]
    }),
  )
}

/** Said of the person, and not of the account. */
const ofDisability = /^disabled (?:persons?|people|workers?)$/

/** What `A` and `I` mean in a column of flags has to be asked about. */
const isOfCodes = /\b(?:flag|flg|ind|indicator|code|cd)$/

function areCodes(different: readonly string[]): boolean {
  return different.length <= 4 && different.every((value) => /^\p{L}{1,2}$/u.test(value))
}

/** Whether a column says who is locked out: beside a state this ends by itself, as after wrong passwords. */
export function isOfLocks({ name }: Column): boolean {
  const words = wordsOf(name)
  return locked.test(words) || locked.test(withoutSubjects(words))
}

/** A column such as `Job Status`, or a status with some known words or with codes; what is not known has to be asked about. */
export function readAsStatus({ name, values }: Column): TableSource | null {
  const words = inWords(name)
  if (!statusWord.test(words) || withoutSubjects(words.replace(statusWord, '')) !== '') return null
  const different = [...new Set(values)]
  if (different.length === 0 || different.length > 12) return null
  if (different.some((value) => ofPayments.test(value))) return null
  const letters = Object.entries(flagValues('active', 'deactivated'))
  const source = {
    path: name,
    values: {
      ...wordsAmong(different),
      ...moreStates,
      ...Object.fromEntries(letters.filter(([word]) => !/^[a-z]$/.test(word))),
    },
  }
  const isKnown = different.some((value) => typeof stateOf(source, value) === 'string')
  // `Estado` may be a part of the country, and `Situation` a family's.
  const isCode = /\b(?:status|state)\b/.test(words)
    ? different.every((value) => /^[\p{L}\d]{1,4}$/u.test(value))
    : words !== 'stand' &&
      different.includes('A') &&
      different.every((value) => /^\p{L}$/u.test(value))
  const isOfPeople = ofPeople.test(words) || ofAccounts.test(words)
  return isKnown || isOfPeople || isCode ? source : null
}

/** `Kontostatus` and `账号状态` in two words; `A/I` is a status, and `A.I.` none. */
function inWords(name: string): string {
  return wordsOf(name.replace(/^A ?\/ ?I$/i, 'status'))
    .replace(/(?<=\p{L}{4})(?=status$)/u, ' ')
    .replace(/^(?:アカウント|ユーザー?|账号|账户|帐号|用户|계정|사용자)(?=\p{L})/u, '$& ')
}

/** Whether a column is called a status, in any language. */
export function isStatus(name: string): boolean {
  return statusWord.test(wordsOf(name))
}

/** An account may also be what somebody has to pay. */
const ofPayments =
  /^(?:(?:un)?paid|overdue|(?:un)?bezahlt|ausgeglichen|(?:im)?payée?|(?:im)?pagad[oa]|pagat[oa]|insolut[oa]|betaald)$/i

/** A status of people, or of nothing else that is named. */
const ofPeople =
  /\b(?:job|employment|employee|empl?|hr|personnel|staff|worker)\b|^(?:status\p{L}*|статус|状態|状态|상태)$/u

/** A status, in many languages and without accents. */
const statusWord =
  /(?:^|(?<= ))(?:status|state|stand|situacion|situacao|situazione|situation|estado|estatus|stato|etat|statut|stav|stan|statusas|durum|durumu|allapota?|statusz|tila|stare|toestand|zustand|κατασταση|статус|состояние|стан|trang thai|tinh trang|حالة|סטטוס|สถานะ|状態|状态|상태)(?= |$)/u

/** Whether a column has the last days of people, as `Fin de contrat`; `End` alone has it beside nothing else that ends. */
export function isEndOfWork(
  { name, values, hasBlanks }: Column,
  others: readonly Column[],
): boolean {
  const words = wordsOf(name)
  const isBeside = (pattern: RegExp) =>
    others.some((other) => other.name !== name && pattern.test(wordsOf(other.name)))
  // All who work have begun, and some have not ended. Of absences all have an end, and not all people have one.
  const isOfSpan =
    hasBlanks &&
    others.some(
      (other) => from.test(wordsOf(other.name)) && other.cells.every((cell) => cell !== ''),
    )
  const isEnd =
    endOfWork.test(words) ||
    endOfWork.test(withoutSubjects(words)) ||
    lastDay.test(words) ||
    isUntil(words) ||
    (until.test(words) && isOfSpan && !isBeside(ofOtherEnds) && !isBeside(ofOtherSpans)) ||
    (leaveDay.test(words) && !isBeside(ofAbsence)) ||
    (words === 'leave' && isOfSpan && !isBeside(ofAbsence)) ||
    (endAlone.test(words) && !isBeside(ofOtherEnds)) ||
    (finish.test(words) && !isBeside(ofOtherEnds) && !isBeside(ofStudies))
  return isEnd && areDays(values)
}

/**
 * Whether a column has the spans in which people are employed, as `Employment period` has. `Period` alone has them where some are
 * open, beside nothing else that people have for a time.
 */
export function isSpanOfWork({ name, values }: Column, columns: readonly Column[]): boolean {
  const words = wordsOf(name)
  const rest = tidied(words.replaceAll(spanWords, ''))
  const left = tidied(rest.replaceAll(employment, '').replaceAll(workWords, ''))
  const isOfWork = spanCompounds.test(words) || (left !== rest && withoutSubjects(left) === '')
  if (!isOfWork && rest !== '') return false
  const said = values.filter((value) => !isNoDay(value))
  const spans = said.flatMap((value) => readSpan(value) ?? [])
  if (!isOfWork)
    return (
      said.length > 0 &&
      spans.length === said.length &&
      spans.some(({ ends }) => ends.length === 0) &&
      !columns.some((other) => other.name !== name && isOfOtherSpans(other))
    )
  // What is called a span of work is asked about where it can't be read; a contract may have a number as well.
  const isCalledSpan = rest !== words || spanCompounds.test(words)
  const alike = isCalledSpan ? said.filter(looksLikeSpan).length : 0
  return said.length > 0 && Math.max(spans.length, alike) * 2 >= said.length
}

function tidied(words: string): string {
  return words.replaceAll(/ +/g, ' ').trim()
}

function isOfOtherSpans({ name }: Column): boolean {
  const words = wordsOf(name)
  return [ofAbsence, ofOtherSpans, ofStudies, ofOtherEnds, ofThings].some((each) =>
    each.test(words),
  )
}

/** Whether these are days, months or years, some of which may mean that there is none. Of few other words each has to be asked about. */
export function areDays(values: readonly string[]): boolean {
  const days = values.filter(isDay).length
  const others = values.filter((value) => !isNoDay(value) && !isDay(value))
  return days > 0 && others.length <= days && others.every((value) => /^[^\d@]{1,20}$/u.test(value))
}

function isDay(value: string): boolean {
  return readDay(value).length > 0 || isMonth(value)
}

/** The day has to be asked about. */
function isMonth(value: string): boolean {
  const [, name] = /^(\p{L}{3,12})\.? (?:19|20)\d{2}$/u.exec(value) ?? []
  return (
    (name !== undefined && isMonthName(name)) ||
    /^(?:\d{1,2}[./-]\d{4}|(?:0?[1-9]|1[0-2])[./-]\d{2}|(?:19|20)\d{2}(?:[./-]\d{1,2})?|[QT]\d \d{4})$/.test(
      value,
    )
  )
}

/** Whether a column is called an end of whatever, as `End date` is. */
export function isEndOfAnything(name: string): boolean {
  const words = wordsOf(name)
  return endAlone.test(withoutSubjects(words)) || endOfAnything.test(words)
}

/** `Anställd t.o.m.`, `Employed until` */
function isUntil(words: string): boolean {
  const rest = words.replaceAll(employment, '').trim()
  return (
    rest !== words &&
    [rest, withoutSubjects(rest)].some((each) => endAlone.test(each) || until.test(each))
  )
}

/** What is said of an account, or of access. */
const accessWords = {
  granted: 'active',
  allowed: 'active',
  'sign in allowed': 'active',
  permitted: 'active',
  open: 'active',
  unlocked: 'active',
  revoked: 'suspended',
  denied: 'suspended',
  'sign in blocked': 'suspended',
  closed: 'suspended',
} as const

function flagValues(ifYes: AccountState, ifNo: AccountState): StateTable {
  return {
    ...stateWords,
    locked: 'suspended',
    ...yesNo(ifYes, ifNo),
    // What a cross means beside empty cells, where it says that somebody is there, is found out with them.
    ...(ifYes === 'active' ? {} : Object.fromEntries(crosses.map((word) => [word, ifYes]))),
  }
}

function withoutSubjects(words: string): string {
  return words
    .replace(
      /^是否(?=.)|(?<=.)(?:フラグ|여부|标志)$|(?<=\p{L}{4})(?:status|kennzeichen|datum)$/u,
      '',
    )
    .split(' ')
    .filter((word) => !subjects.has(word))
    .join(' ')
}

/** What names of such columns have beside what they say, without accents. */
const subjects = new Set(
  [
    'is are was has been be do does you they he she y n as of currently presently the user account login logon sign signin log in on at since date access',
    'employee emp empl employment member membership enrollment enrolment person people personnel worker work working staff colleague job hr',
    'dt status state stat flag flg ind indicator code cd yn attributes profile properties fields data content record rec details',
    'ist wurde am ma seit datum konto benutzer benutzerkonto mitarbeiter zugang zugriff anmeldung',
    'est a ete le du depuis compte utilisateur salarie acces connexion',
    'esta desde de del la el cuenta usuario empleado acceso e il dal dell utente dipendente accesso da do conta acesso funcionario',
    'op sinds medewerker gebruiker toegang bruger bruker adgang tilgang anvandare',
    'uzytkownik pracownik konta ucet uctu uzivatel zamestnanec пользователь сотрудник запись записи учетная учетнои доступ доступа hesap hesabi kullanici fiok fiokja',
    'アカウント ユーザー ユーザ 账号 账户 帐号 用户 계정 사용자 الموظف الحساب עובד พนักงาน',
  ].flatMap((line) => line.split(' ')),
)

const ofAccounts =
  /\b(?:account|access|login|logon|sign ?in|konto|zugang|anmeldung|compte|acces|connexion|cuenta|acceso|accesso|conta|acesso|toegang|adgang|tilgang|ucet|uctu|konta|hesap|hesabi|fiok|fiokja)\b|(?:^|(?<= ))(?:доступа?|учетн\p{L}+|アカウント|账号|账户|帐号|계정)(?= |$)/u

function exactly(...words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join('|')})$`, 'u')
}

const locked = exactly(
  'locked(?: out)?|låst|verrouillee?|vergrendeld|zarolva|kilitli|κλειδωμενος|terkunci|ロック|ロック済み?|已?锁定|잠금',
)

const barred = exactly(
  '(?:blocked|disabled|suspended|frozen|banned|barred|revoked|denied|no access|not allowed)',
  '(?:access|account|login) (?:removed|closed|ended)',
  'gesperrt|entzogen|sperr(?:e|ung)?|blockiert|suspendiert|kein zugang',
  '(?:bloque|suspendu|revoque)e?|sans acces',
  '(?:bloquead|suspendid|suspens|deshabilitad|inhabilitad|revocad|bloccat|sospes|disabilitat|revocat)[oa]',
  'sin acceso|senza accesso|sem acesso|geen toegang|geblokkeerd|geschorst|uitgeschakeld|ingetrokken',
  'spærret|sperret|sparrad|avstangd|zablokowan[yae]|zawieszon[yae]|devre disi|zakazan[ay]?|zablokovan[ya]?|pozastaven|letiltva|letiltott|felfuggesztve',
  'blocat|suspendat|engellendi|заблокирован[ао]?|отключен[ао]?|приостановлен[ао]?|заблоковано?|вимкнено',
  'diblokir|ditangguhkan|停止中?|凍結|已?冻结|已?禁用|已?停用|정지|محظور|חסום|ระงับ',
)

const gone = exactly(
  '(?:left|gone|quit|departed|leaver|lapsed|withdrawn|withdrew|deregistered|former|ex|terminated|dismissed|fired|exited|offboarded|resign(?:ed)?|retired?|deceased|deactivated|inactive|deprovisioned|inactivated|separated|removed|deactivation|deprovisioning|removal)',
  'deleted|archived|geloscht|losch(?:ung)?|supprimee?|(?:elimina[dt]|borrad|excluid|cancellat)[oa]|verwijderd|slettet|borttagen|usuniet[yae]|smazan[ya]?|удален[ао]?|削除済?み?|已?删除|已?刪除|삭제됨?',
  'ruhestand(?: ab| seit)?|im ruhestand',
  '(?:left|quit) (?:the )?(?:company|firm|organi[sz]ation|us)',
  '(?:contract|employment|arbeitsverhaltnis|contrat|contrato) (?:ended|terminated|beendet|termine|terminado)',
  'term(?:ination)? (?:flag|flg|ind|indicator|yn)|abgemeldet|loschvormerkung',
  '(?:no longer|not) (?:employed|here|with us|works?|works here|working(?: here)?|active)',
  'deaktiviert|inaktiv|ausgeschieden|ausgetreten|entlassen|ehemalige?r?|nicht mehr (?:da|im unternehmen|beschaftigt|aktiv)',
  '(?:desactive|sorti|parti|licencie|demissionnaire)e?|inacti(?:f|ve)|(?:a )?quitte(?: l entreprise)?',
  '(?:desactivad|inactiv|cesad|despedid|desligad|demitid|desativad|inativ|disattivat|inattiv|cessat|dimess|licenziat)[oa]|(?:dado |dada )?(?:de )?baja',
  'uit dienst|gedeactiveerd|inactief|vertrokken|ontslagen|fratr[åa]dt|sluttet|slutat|avslutad|deaktiveret|deaktivert|inaktiverad|inaktiverat',
  'nieaktywn[yae]|zwolnion[ya]|dezaktywowan[ya]|neaktivni|deaktivovan[ya]?|propusten|odesel|kilepett|inactiv|dezactivat|plecat',
  'ayrildi|isten ayrildi|pasif|уволен[ао]?|неактив(?:ен|на|ныи)|деактивирован[ао]?|звільнен(?:о|а|ии)?|keluar|tidak aktif',
  '退職(?:済み?)?|退社|無効|離職|已?离职|已?注销|퇴사|퇴직|비활성화?|غير نشط|לא פעיל',
)

const there = exactly(
  'vigente|present|presente? au|(?:contract|contrat|contrato|contratto|vertrag) (?:a[ck]ti(?:ve?|f|vo)|vigente|valide)',
  'working|on (?:staff|payroll)|in service|(?:still|currently) (?:an? )?(?:member|volunteer|volunteering|student|studying|teaching|playing|serving|enrolled|registered|involved|on (?:staff|the team|payroll))(?: here| with us)?',
  'noch (?:mitglied|dabei|angemeldet|(?:ehrenamtlich )?tatig)|(?:toujours|encore) (?:membre|adherente?|benevole|inscrite?)|nog (?:lid|vrijwilliger)',
  '(?:sigue siendo|todavia|aun|ainda|ancora) (?:miembro|membro|soci[oa]|voluntari[oa]|volontari[oa]|inscrit[oa]|iscritt[oa])|(?:fortfarande|fortsatt|stadig|fremdeles) medlem',
  'employed|active|actv|current|here|em (?:atividade|exercicio)|na ativa|(?:still|currently) (?:here|there|employed|working|active|with us|(?:with|at|in) (?:the )?company)|works (?:here|for us)',
  '(?:noch )?(?:im unternehmen|beschaftigt|angestellt|aktiv)|noch da|arbeitet (?:noch )?hier|arbeitet noch',
  '(?:(?:toujours|encore) )?(?:en poste|en activite)|(?:toujours|encore) (?:la|presente?|acti(?:f|ve)|dans l entreprise)|(?:presente? )?(?:dans l entreprise|dans les effectifs|a l effectif)',
  '(?:sigue|todavia) (?:aqui|trabaja|activ[oa]|en la empresa)|trabaja (?:aqui|actualmente)|(?:en )?activo|en la empresa|ainda (?:na empresa|trabalha)|na empresa',
  '(?:ancora )?in (?:azienda|forza|servizio)|ancora (?:presente|attiv[oa])|(?:nog )?(?:in dienst|werkzaam)|nog actief',
  'a[ck]ti[fv][aeos]?|aktivt|a[kc]tiv(?:an|n[aiíoy])|aktiivi(?:nen|ne)|akt[yi]v(?:us|s)|attiv[oa]|ativ[oa]|actie(?:f|ve)|aktywn[yae]|czynn[yae]|activat[oa]?|ενεργ(?:ος|η)|актив(?:ен|на|ныи|нии)',
  'hoat đong|(?:đang )?(?:hoat đong|lam viec)|פעילה?|نشط|激活|生效',
  '(?:fortsatt |stadig )?ansatt?|(?:fortfarande )?anstalld|(?:nadal )?(?:pracuje|zatrudnion[ya])|pracuje|w pracy|zamestnan[ay]?|zaposlen[a]?|stale pracuje|meg itt dolgozik|calisiyor(?: mu)?',
  'работает|(?:все )?еще работает|працює|masih (?:bekerja|aktif)|在職中?|在籍中?|在职|재직중?',
)

const admitted = exactly(
  'enabled|allowed|permitted|granted|authori[sz]ed|(?:can|may) (?:access|authenticate|log ?in|sign ?in)|has (?:access|login)',
  'freigeschaltet|aktiviert|(?:kann|darf) sich (?:anmelden|einloggen)|hat zugang',
  'autorisee?|peut se connecter|a acces|habilitad[oa]|puede (?:entrar|acceder|iniciar sesion)|tiene acceso|pode (?:entrar|acessar)|tem acesso',
  'abilitat[oa]|puo accedere|ha accesso|ingeschakeld|kan inloggen|heeft toegang|kan logg[ea] in[dn]?|har (?:adgang|tilgang|[åa]tkomst)',
  'wlaczon[ya]|ma dostep|povolen|engedelyezve|etkin|включен[ао]?|имеет доступ|есть доступ|有効|已?启用|활성화?',
)

const endOfAccess = exactly(
  '(?:(?:user )?account|access|login) (?:(?:valid )?(?:until|till|to)|ends?(?: (?:on|at|date))?|end(?:ed)?(?: (?:on|at|date))?|expir(?:es|ed|y|ation)(?: (?:on|at|date|day))?)',
  '(?:konto|zugang|account) (?:gultig )?bis|zugangsende|(?:compte|acces) (?:valable )?jusqu au|(?:cuenta|acceso) (?:valid[oa] )?hasta|accesso fino al|acesso ate|toegang tot',
)

const meanings: readonly [pattern: RegExp, ifYes: AccountState, ifNo: AccountState][] = [
  [endOfAccess, 'suspended', 'active'],
  [locked, 'suspended', 'active'],
  [barred, 'suspended', 'active'],
  [gone, 'deactivated', 'active'],
  [there, 'active', 'deactivated'],
  [admitted, 'active', 'suspended'],
]

const endOfWork = exactly(
  '(?:contract|employment|service) (?:end|ends|ended|expires|expiry|expiration)(?: (?:date|day|on|at))?',
  '(?:date )?(?:de )?fin (?:de |du |d )?(?:contrat|emploi|mission|service)',
  '(?:fecha )?(?:de )?fin (?:de |del )?(?:contrato|relacion laboral)|(?:data )?(?:di )?(?:fine|scadenza) (?:rapporto(?: di lavoro)?|contratto|servizio)',
  '(?:data )?(?:de )?(?:fim|termino) (?:de |do )?contrato|einde (?:contract|dienstverband|dienst)|(?:contract|dienst)einde',
  '(?:vertrags|beschaftigungs|anstellungs|dienst)ende|ende (?:des |der )?(?:vertrags|anstellung|beschaftigung|arbeitsverhaltnisses)|(?:gekundigt|kundigung) (?:zum|per)',
  'term (?:ends?|ended|expires|expired|until)(?: (?:on|date))?',
  'koniec (?:umowy|zatrudnienia)|konec (?:smlouvy|pracovniho pomeru)|szerzodes vege|sozlesme bitis(?: tarihi)?',
  '(?:дата )?окончани[ея] (?:договора|контракта|работы)|契約終了日?|合同(?:到期|结束|终止)日?期?|계약종료일',
)
const employment =
  /(?:^|(?<= ))(?:a[ck]tiv[eo]?|actif|attivo|av|in servizio|in service|in dienst|stosunek pracy|pracovni pomer|anstallningen|employed|employment|member|membership|mitglied|mitgliedschaft|membre|adhesion|socio|medlem|tenure|mandate?|amtszeit|enrolled|volunteer|contract|beschaftigt|beschaftigung|angestellt|anstellung|befristet|vertrag|cdd|toosuhte|contrat|emploi|anstalld|anstallning|ansat|ansatt|ansettelse|ansættelse|zatrudnienie|zatrudnion[ya]|umowa|contratto|contrato|dienstverband|jogviszony|tyosuhde|munkaviszony|трудоустроен|работает|договор)(?= |$)/gu
const endOfAnything = exactly(
  'end date|enddatum|einddatum|slutdatum|sluttdato|loppupvm|(?:date|data) (?:de )?fine?|fecha (?:de )?fin|valid (?:to|until)|gultig bis',
)
const from = exactly('from|since|start|von|vom|seit|du|depuis|de|desde|dal?|van|fra|fran|od|с')
const until = exactly('to|till?|t o m|t m|tom|tot|do|al|au|jusqu au|hasta|ate|fino al?|по|до')
/** With all of its words: a last day online or in the office is no last one of work. */
const lastDay = exactly(
  '(?:employee )?(?:last|final) (?:(?:working |work |employment )?day|(?:working|employment) date)(?: worked| (?:of|at) (?:work|employment)| (?:at|in|with) (?:the )?company)?',
)
const leaveDay = exactly(
  '(?:leave|leaves|left) (?:date|day|on|at)',
  '(?:employee )?(?:date of )?departure(?: (?:date|day|dt|on))?',
)
const ofAbsence = /\b(?:leave|absence|vacation|holiday|pto|return|arrival|flight|travel|trip)\b/
/** What people have for a time. */
const ofOtherSpans = /\b(?:deputy|vertretung|stellvertretung|office|desk|secondment|abordnung)\b/
const finish = exactly('finish(?:ed|es)?(?: (?:on|at|day|date))?')
const ofStudies =
  /\b(?:degree|university|college|school|apprenticeship|induction|course|training|studies)\b/
const endAlone = exactly(
  'upphor(?:de)?|lopp|paattyi|paattyy|paattymis(?:paiva|pvm)|megszunese|ukonceni|ukonczenie|terminado|termino|beendet|zakonczenie|окончание',
  'end|ends|ended|end (?:on|at|day)|ended (?:on|at)|until|ende|bis|fin|fine|fim|einde|slut|slutt|koniec|konec|vege|bitis|終了日?|结束日?期?|종료일?',
)
const spanWords =
  /(?:^|(?<= ))(?:periods?|spans?|dates?|duration|range|years?|from|to|start|end|until|zeitraum|zeitspanne|dauer|laufzeit|von|bis|periodes?|periodos?|duree|duracion|duracao|durata|du|au|del|al|desde|hasta|inicio|fin|looptijd|okres|период|срок|期間)(?= |$)/gu

const workWords =
  /(?:^|(?<= ))(?:service|employee|staff|work(?:ed|ing)?|job|hired?|joined|left|eintritt|austritt|entry|exit|alta|baja)(?= |$)/gu

const spanCompounds =
  /^(?:(?:beschaftigungs|anstellungs|vertrags|dienst|mitgliedschafts)(?:zeitraum|dauer|laufzeit|zeit|periode)|雇用期間|在籍期間|契約期間|在职期间|任期)$/u
