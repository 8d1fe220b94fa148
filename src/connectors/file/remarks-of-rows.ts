import type { JsonObject } from '../../contract/json.ts'
import { show } from './clean-value.ts'
import { saidByHeading } from './headings.ts'
import { wordsOf } from './words-of-name.ts'

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
]
/** What is said of people only. */
const phrases = [
  'no longer (?:employed|here|with us|working|works|in (?:the )?company|at (?:the )?company)|(?:former|ex)[ -](?:employee|staff|colleague)',
  'does(?: not|n.t) work here any ?more|not (?:employed|here|with us) any ?more|nicht mehr (?:da|hier|im unternehmen|beschäftigt|bei uns|im haus)',
  'ehemaliger? mitarbeiter|a quitté|ancien(?:ne)? salarié|ne fait plus partie|plus dans l.entreprise|ya no trabaja(?: aquí)?|dejó la empresa|não trabalha mais',
  'non lavora più|niet meer (?:in dienst|werkzaam)|nie pracuje|işten ayrıldı|уволил(?:ся|ась)|не работает|не працює|đã nghỉ việc',
]
/** Behind such a word: nothing, a day, since when, or what was left. */
const tail = [
  String.raw`$|\s*[.,;:(!/–—]|\s+(?:-|\d)`,
  String.raw`\s+(?:as of|at|in|on|since|from|effective|end of|last|zum|zu|per|am|ab|im|seit|ende|le|en|au|depuis|fin|el|desde|al|em|il|dal|sinds|d\.|pr|den|od|z|dnia|с|з|ngày)\s(?:[^,;.]{0,12}\d|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]))`,
  String.raw`\s+(?:(?:the|das|la|de|die) |l.)?(?:company|firm|business|organi[sz]ation|us|unternehmen|firma|entreprise|empresa|azienda|bedrijf)`,
]

/** `Left-handed` and `Retired laptop` say something else. */
const isLeaving = new RegExp(
  `^(?:(?:has|have|had|is|was|he|she|they|employee|already|bereits|ist|hat|a|est|ha|è|är|er|on) ){0,3}(?:${[...phrases, ...words].join('|')})(?=${tail.join('|')})`,
  'iu',
)
const isLeavingInAsian =
  /^(?:已?离职|已?離職|退職(?:済み?)?|退社(?:済み?)?|퇴사|퇴직)(?=$|[\s,、。（(]*(?:\d{4}|$))/u

/** What a remark says of leaving, where it begins with that; null where none does. */
export function leavingInRemarks(record: JsonObject): string | null {
  for (const key of Object.keys(record)) {
    const cell = record[key]
    if (typeof cell === 'string' && cell !== '' && isRemarks(key) && saysLeft(cell))
      return `a remark in ${key === unnamedColumn ? 'a column without a heading' : key}: ${show(cell)}`
  }
  return null
}

/** What people are sorted into, some of which are for those who have left: `Department: Leavers`, `OU=Disabled Users,DC=acme`. */
const ofSections =
  /^(?:department|dept|division|team|group|ou|org(?:ani[sz]ation(?:al)?)? ?unit(?: path)?|section|category|type|class|abteilung|gruppe|kategorie|bereich|equipe|groupe|categorie|service|departamento|grupo|categoria|reparto|gruppo|afdeling|groep|avdelning|avdeling|部署|部門|部门|所属)$/u

/** What a table says of leaving where it sorts people; null where it does not. */
export function leavingInSections(record: JsonObject): string | null {
  for (const key of Object.keys(record)) {
    const cell = record[key]
    if (typeof cell !== 'string' || cell === '' || !isSection(key)) continue
    if (isOfLeavers(cell)) return `a value in ${key}: ${show(cell)}`
  }
  return null
}

/** Whether a text begins with saying that somebody has left. */
export function saysLeft(text: string): boolean {
  const begin = text.trim().slice(0, 200)
  return isLeaving.test(begin) || isLeavingInAsian.test(begin)
}

/** Many rows are of one section. */
const isOfLeavers = remembering((section) => {
  // `Joiners/Movers/Leavers` is the name of one.
  const isPath = /^\/|=/.test(section)
  const parts = (isPath ? section.split(/[/\\,]/u) : [section]).map((part) =>
    part.replace(/^\s*OU=/i, ''),
  )
  return parts.map(saidByHeading).some((said) => said === 'deactivated' || said === 'suspended')
})
const isRemarks = remembering((key) => key === unnamedColumn || ofRemarks.has(wordsOf(key)))
const isSection = remembering((key) => ofSections.test(wordsOf(key)))

/** A test whose answers are kept: keys and sections are few. The limit is for records with keys of their own. */
function remembering(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size > 5000) known.clear()
    const is = test(text)
    known.set(text, is)
    return is
  }
}
