import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { show } from './clean-value.ts'
import type { RawRow } from './raw-row.ts'
import { saysOnlyLeft } from './remarks-of-rows.ts'
import type { AccountState, SourceRecord } from './source-record.ts'
import { quoting } from './unreadable-export.ts'
import { remembering, wordsOf } from './words-of-name.ts'
import { isOfOthers, ofThings } from './words-of-others.ts'

/** What a heading says of the people below it; `contractor` for all who are there without being employees. */
type Heading = Exclude<AccountState, 'active'> | 'contractor'

/** Watches headings inside a table. */
export type Headings = {
  note: (line: number, text: string) => void
  /** Throws UnreadableExport if a person's row does not say the same as the heading above it. */
  check: (record: SourceRecord) => void
}

export function createHeadings(): Headings {
  let above: { line: number; text: string; says: Heading } | null = null
  let isFollowed = false
  return {
    note(line, text) {
      const says = saidByHeading(text)
      // Below a heading of leavers there may be one of each department.
      if (says !== null || isFollowed) above = says === null ? null : { line, text, says }
      isFollowed = false
    },
    check(record) {
      if (record.kind !== 'account') return
      isFollowed = true
      if (above === null || agrees(record, above.says)) return
      throw quoting(
        `Line ${above.line} is a heading that says what the people below it are`,
        show(above.text),
        `, and the row in line ${record.line} does not say it. Say it in a column such as Status (Terminated, Contractor, Active) in the row of each person, remove the headings, and import that.`,
      )
    },
  }
}

function agrees({ state, profile }: SourceRecord & { kind: 'account' }, says: Heading): boolean {
  if (says !== 'contractor') return state !== 'active'
  return Object.values(profile).some((value) => typeof value === 'string' && isContractor(value))
}

/** The only cell of a row of a table that says something, or what all of its cells say. */
export function headingIn(row: RawRow & { kind: 'raw' }): string | null {
  if (!isObject(row.value)) return null
  let text: JsonValue | null = null
  for (const cell of Object.values(row.value)) {
    if (cell === '' || cell === null || cell === text) continue
    if (text !== null) return null
    text = cell
  }
  return typeof text === 'string' ? text : null
}

/** Null for a heading that says nothing of whether people are there, such as the name of a department. */
export function saidByHeading(text: string): Heading | null {
  if (text.length > 100 || text.includes('@')) return null
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
    .replace(
      / (?:as of|during|from|in|of|since|until|ab|im|seit|en|depuis|desde|dal|sinds)(?: .*)?$/,
      '',
    )
  const bare = words
    .split(' ')
    .filter((word) => !ofPeople.test(word))
    .join(' ')
  if (bare === '') return null
  if (contractors.test(bare)) return 'contractor'
  if (leavers.test(bare)) return 'deactivated'
  return barred.test(bare) ? 'suspended' : null
}

/** Words of headings that only say that these are people. */
const ofPeople =
  /^(?:[xz]+|all|alle|the|list|liste|sheet|worksheet|tab|blatt|feuille|hoja|foglio|who|have|has|die|der|our|les|los|accounts?|agents?|colleagues?|employees?|members?|people|persons?|personnel|staff|users?|workers?|mitarbeiter(?:innen)?|innen|beschäftigte[nr]?|kollegen|benutzer|konten|personen|salariés?|employés?|collaborateurs?|utilisateurs?|comptes?|empleados?|trabajadores|usuarios?|cuentas|colaboradores|funcionários|dipendenti|collaboratori|utenti|medewerkers?|gebruikers|ansatte|medarbejdere|anställda|pracownicy|zaměstnanci|сотрудники|працівники)$/u

const contractors =
  /^(?:contractors?|contingents?|externals?|externe[rsn]?|extern[io]s?|freelancers?|temps?|prestataires?|contratistas?|consulenti esterni|leiharbeiter)$/u

function isContractor(value: string): boolean {
  return contractors.test(value.trim().toLowerCase()) || saidByHeading(value) === 'contractor'
}

const leavers = new RegExp(
  `^(?:${[
    'leavers?|left|ex|formers?|alumni|departed|departures|exits?|terminat(?:ed|ions?)|dismissed|resigned|resignations?|retired|deceased|offboarded',
    'deactivated|inactives?|archived|no longer (?:employed|here|with us)|not active',
    'ehemalige?[nr]?|ausgetretene?|ausgeschiedene?|gekündigte?|abgänge|austritte|inaktive?|deaktivierte?',
    'ancien(?:ne)?s?|sorti(?:e)?s?|partis?|départs|inacti(?:f|ve)s?|bajas|cesados|inactiv[oa]s|cessati|dimessi|usciti|inattivi|desligados|demitidos|inativos',
    'uit dienst|vertrokken|inactief|fratrådte|sluttede|tidligere|tidigare|entiset|byli|zwolnieni|nieaktywni|bývalí|kilépettek',
    'уволенные|бывшие|звільнені|колишні|ayrılanlar',
    '(?:退職|退社|離職|离职|퇴사|퇴직)(?:者|人员|員工|员工|자)?',
  ].join('|')})$`,
  'u',
)

const barred = /^(?:suspended|disabled|blocked|locked|gesperrte?|suspendus|bloqueados|sospesi)$/u

/** What people are sorted into, some of which are for those who have left: `Department: Leavers`, `OU=Disabled Users,DC=acme`. */
const ofSections =
  /^(?:department|dept|division|team|groups?|group memberships?|member ?of|ou|dn|canonical ?name|distinguished ?name|org(?:ani[sz]ation(?:al)?)? ?unit(?: path)?|section|category|type|class|tags?|labels?|abteilung|gruppe|kategorie|bereich|equipe|groupe|categorie|service|departamento|grupo|categoria|reparto|gruppo|afdeling|groep|avdelning|avdeling|部署|部門|部门|所属)$/u

/** Longer cells are texts. */
const mostCharacters = 300

/** What a table says of leaving where it sorts people, or in a cell that is no part of the name; null where it does not. */
export function leavingInCells(record: JsonObject, fullName: string): string | null {
  for (const key of Object.keys(record)) {
    const cell = record[key]
    if (typeof cell !== 'string' || cell === '' || cell.length > mostCharacters) continue
    if (fullName.includes(cell)) continue
    const isLeaver = isSection(key)
      ? isOfLeavers(cell)
      : (saysOnlyLeft(cell) && isOfPeople(key)) || (isTitle(key) && ofFormer.test(cell))
    if (isLeaver) return `a value in ${key}: ${show(cell)}`
  }
  return null
}

/** A title of a former job: `Former engineer`, `Engineer (left)`. Not `Left back (left)` in a team, or `Former offender manager`. */
const ofFormer =
  /^(?:former|ehemalige[rn]?)\s(?!(?:employee|member|offender|patient|prisoner|pupil|student)s?\s(?!of\s))|\((?:former|retired|ausgeschieden|i\. ?r\.)\)$|(?<!\b(?:backs?|defender|forward|half|hand|midfield(?:er)?|side|wing(?:er)?)\s)\(left\)$|^(?:retraite|jubilación)$/iu

/** Many rows are of one section. */
const isOfLeavers = remembering((section) => {
  // `Joiners/Movers/Leavers` is the name of one.
  const isPath = /^\/|=|^[a-z\d-]+(?:\.[a-z\d-]+)+\//i.test(section)
  const parts = section
    .split(isPath ? /[/\\,]/u : /[,;|]/u)
    .map((part) => part.replace(/^\s*OU=/i, ''))
  return parts.map(saidByHeading).some((said) => said === 'deactivated' || said === 'suspended')
})
const isSection = remembering((key) => ofSections.test(wordsOf(key)))
const isTitle = remembering((key) =>
  /^(?:job |business )?(?:title|position|rank|role|funktion|poste|cargo)$/.test(wordsOf(key)),
)
const isOfPeople = remembering((key) => !ofThings.test(key) && !isOfOthers(key))
