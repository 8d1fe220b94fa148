import type { JsonObject } from '../../contract/json.ts'
import { show } from './clean-value.ts'
import { remembering, wordsOf } from './words-of-name.ts'

/** Where a table has what its columns have no room for: a cell without a heading, and columns that are called so. */
export const unnamedColumn = '(no heading)'

const ofRemarks = new Set(
  [
    'note|notes|remark|remarks|comment|comments|hr notes|notes hr|misc|additional information|other',
    'bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|kommentare|hinweis|notiz|notizen|sonstiges',
    'remarque|remarques|commentaire|commentaires|observation|observations|divers',
    'observacion|observaciones|comentario|comentarios|nota|notas|observacao|observacoes|note varie|commenti|osservazioni|annotazioni',
    'opmerking|opmerkingen|notitie|notities|bemærkning|bemærkninger|merknad|merknader|anmärkning|anmarkning|kommentarer|huomautus|huomautukset',
    'uwagi|poznamka|poznamky|megjegyzes|observatii|aciklama|notlar|примечание|примечания|комментарий|примітка|коментар',
    '備考|メモ|备注|備註|비고|메모|ghi chu|catatan|keterangan',
  ].flatMap((line) => line.split('|')),
)

/** Words that are said of other things too. */
const words = [
  'left|leaver|terminated|resigned|dismissed|retired|deceased|departed|quit|fired|laid off|made redundant|offboarded|inactive',
  'ausgeschieden|ausgetreten|gekündigt|entlassen|verstorben|in rente|ehemalige?r?|verlässt',
  'sortie?|partie?|démissionn(?:ée?|aire)|licenciée?|retraitée?|décédée?',
  '(?:dad[oa] de )?baja|cesad[oa]|despedid[oa]|renunció|jubilad[oa]|demitid[oa]|desligad[oa]|saiu|aposentad[oa]',
  'cessat[oa]|dimess[oa]|licenziat[oa]|pensionat[oa]|uit dienst|vertrokken|ontslagen',
  'fratrådt|sluttet|slutat|avslutad|eläkkeellä|lopettanut|zwolnion[ya]|odszedł|odeszła|odešel|odešla|kilépett|demisionat|plecat|ayrıldı',
  'уволен[ао]?|звільнен(?:ий|а)|đã nghỉ|keluar|berhenti|resign',
  'contract (?:has )?(?:ended|expired|terminated)|end of contract|last (?:working )?day|passed away|r\\.?i\\.?p',
  '(?:account|login) (?:is )?(?:disabled|deactivated|blocked|closed|deleted|suspended)',
  'vertrag(?:sende| endete?| beendet| ausgelaufen)|letzter (?:arbeits)?tag|austritt|konto (?:gesperrt|deaktiviert|gelöscht)',
  'contrat (?:terminé|échu)|fin de contrat|dernier jour|partie? (?:en|à la) retraite|compte (?:désactivé|bloqué|supprimé)',
  'contrato (?:terminado|finalizado|vencido|encerrado)|fi[nm] del? contrato|se fue|último día|(?:cuenta|conta) (?:bloquead|desactivad|desativad)a',
  'contratto (?:scaduto|terminato|cessato)|fine contratto|in pensione|contract (?:beëindigd|afgelopen)|einde contract|met pensioen|na emeryturze',
]
/** What is said of people only. */
const phrases = [
  'no longer (?:employed|here|with us|working|works|in (?:the )?company|at (?:the )?company)|(?:former|ex)[ -](?:employee|staff|colleague|member|student|volunteer)',
  'does(?: not|n.t) work here any ?more|not (?:employed|here|with us) any ?more|(?:arbeitet )?nicht mehr (?:da|dabei|hier|im unternehmen|beschäftigt|bei uns|im haus)',
  'ehemaliger? mitarbeiter|a quitté|ne travaille plus(?: ici)?|ancien(?:ne)? salarié|ne fait plus partie|plus dans l.entreprise|ya no (?:trabaja|labora)(?: aquí)?|dejó la empresa|não trabalha mais',
  'non lavora più|niet meer (?:in dienst|werkzaam)|nie pracuje|işten ayrıldı|уволил(?:ся|ась)|не работает|не працює|đã nghỉ việc',
]
/** Behind such a word: nothing, a day, since when, or what was left. */
const tail = [
  String.raw`$|\s*[.,;(!/–—]|\s*:(?!\s*(?:no|nein|kein|none|n/a|unbefristet|offen|open|tbd)(?!\p{L}))|\s+(?:-|\d)`,
  String.raw`\s+(?:as of|at|in|on|since|from|effective|end of|last|zum|zu|per|am|ab|im|seit|ende|le|en|au|depuis|fin|el|desde|al|em|il|dal|sinds|d\.|pr|den|od|z|dnia|с|з|ngày)\s(?:[^,;.]{0,12}\d|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]))`,
  // `Left school` is said of a youth, and `Left hospital` of an illness.
  String.raw`\s+(?:(?:(?:the|our|das|la|de|die|den|el|il|lo) |l.)?(?:company|firm|business|organi[sz]ation|trust|us|unternehmen|firma|entreprise|empresa|azienda|bedrijf)|(?:(?:the|our|das|la|de|die|den|el|il|lo) |l.)(?:school|college|university|hospital|club|charity|service|verein|schule|association|école|colegio|escuela|escola|scuola|vereniging))(?=$|[^\p{L}]*(?:\d|$)|\s*[.,;:(!/–—]|\s+(?:in|on|at|as|since|for|zum|per|am|im|en|le|el|desde|em|nel|il|per)\s)`,
]

/** `Left-handed` and `Retired laptop` say something else. */
const isLeaving = new RegExp(
  `^(?:(?:mr|mrs|ms|dr|herr|frau|mme|sig|sra?)\\.? \\p{L}{1,30} )?(?:(?:has|have|had|is|was|he|she|they|employee|already|bereits|ist|hat|a|est|ha|è|är|er|on) ){0,3}(?:${[...phrases, ...words].join('|')})(?=${tail.join('|')})`,
  'iu',
)
const isLeavingInAsian =
  /^(?:(?:令和)?\d{1,4}[年/.-](?:\d{1,2}[月/.-]?)?(?:\d{1,2}日?)?末?(?:付け?で|で|に)?\s?)?(?:定年|自己都合)?(?:已?离职|已?離職|退職(?:済み?|予定)?|退社(?:済み?)?|퇴사|퇴직)(?=$|[\s,、。（(]*(?:\d{4}|$))/u

/** What a remark says of leaving, where it begins with that; null where none does. */
export function leavingInRemarks(record: JsonObject): string | null {
  for (const key of Object.keys(record)) {
    const cell = record[key]
    if (typeof cell === 'string' && cell !== '' && isRemarks(key) && saysLeft(cell))
      return `a remark in ${key === unnamedColumn ? 'a column without a heading' : key}: ${show(cell)}`
  }
  return null
}

/** Whether a text, or one of its clauses, begins with saying that somebody has left, and not in a later year. */
export function saysLeft(text: string): boolean {
  const [begin = '', ...more] = text
    .trim()
    .slice(0, 200)
    .split(/(?<=[.;])\s+|\s[-–—]\s/u)
  const isAboutOthers = ofOthers.test(begin)
  const isOfPlace = ofPlaces.test(begin)
  const isSaid =
    isOfLeaving(begin) ||
    (!isAboutOthers &&
      more.some((clause) => isOfLeaving(clause) && !(isOfPlace && /^left\W*$/i.test(clause))))
  return isSaid && !isOfLater(text)
}

function isOfLeaving(clause: string): boolean {
  return isLeaving.test(clause) || isLeavingInAsian.test(clause)
}

/** Behind such a clause the next one is about another person, or account. */
const ofOthers =
  /\b(?:(?:old|second) account|successor|predecessor|replaces|father|mother|husband|wife)\b|nachfolge|vorgänger|vertretung/iu
/** `Desk 3 - left` */
const ofPlaces = /\b(?:desk|door|entrance|floor|gate|row|seat|side|wing)\b/i

function isOfLater(text: string): boolean {
  const years = text.match(/(?<!\d)20\d{2}(?!\d)/g) ?? []
  const year = new Date().getFullYear()
  return years.length > 0 && years.every((each) => Number(each) > year)
}

/** Said of features, degrees, fees and ways as well. */
const ofMore =
  /a[ckt]?t[iíy][vf]|^(?:left|depart|quit|fired|part|sort|baja|licenci|avslutad|resign\b|last|letzt|dernier|últim|end|fi[nm]|einde|in |met |na )/iu
const isLeavingWhole = new RegExp(
  `^(?:${[...phrases, ...words].join('|')}|emekli|istifa|nyugdíjas|încetat|ukončen[aý]?|alum(?:n[ai]|nus)?|(?:已?离职|已?離職|退職|退社|退休|除籍|퇴사|퇴직)(?:済み?|者)?)(?:[ :(–—-]{0,3}(?:\\p{L}{1,5}\\.? ){0,2}\\d.*)?$`,
  'iu',
)

/** Whether a cell says that somebody has left, in words that are said of nothing else, and nothing more than when: `Leaver`, `former-employee`. */
export function saysOnlyLeft(cell: string): boolean {
  const text = cell.length < 40 ? cell.trim().replaceAll('_', ' ') : ''
  return isLeavingWhole.test(text) && !ofMore.test(text) && !isOfLater(text)
}

const isRemarks = remembering((key) => key === unnamedColumn || ofRemarks.has(wordsOf(key)))
