import { isObject, type JsonValue } from '../../contract/json.ts'
import { show } from '../file/clean-value.ts'
import { quoting } from '../file/unreadable-export.ts'
import { valueAt } from '../file/value-path.ts'
import { wordsOf } from '../file/words-of-name.ts'

/** What tells a list of other things: columns that it has all of, the first of which may have to be the first of the table. */
type Marks = { marks: readonly RegExp[]; isFirst?: true; unless?: RegExp }

/** What only people who work somewhere have. */
const ofWork =
  /^(?:(?:job )?title|role|position|designation|team|department|dept|manager|(?:first|given|last|family) name|surname|employee.*|nachname|vorname|abteilung|funktion|nom|prenom|service|poste|apellidos?|cognome)$/
/** What has its place beside the number of a customer of who pays people. */
const ofEmployees = /^(?:employee|worker|staff|mitarbeiter|personal ?n|hire)/
/** A customer or a mailbox of a person stands beside a name. */
const ofNames =
  /^(?:(?:display|employee|full|first|last) ?)?name$|^(?:vor|nach)name$|^(?:nom|prenom|nombre|apellidos?|cognome|nome|surname)$/
const ofRooms = /^(?:capacity|kapazitat|capacite|capacidad|capienza|capaciteit|seats|sitzplatze)$/

const lists: readonly Marks[] = [
  // What a row is of, where the first column has its name or number. A list of rooms or phones may be one of people.
  {
    marks: [
      /^(?:(?:computer|device|asset|laptop|machine|host|server|vm) (?:name|id|tag|number|serial(?: number)?|host ?name)|host ?name|imei|(?:ticket|case|issue|incident|request|meeting|webinar|invoice|order|booking|reservation) (?:id|number|no|nr|key)|licen[cs]e key|(?:course|training|event|webinar) ?(?:name|id|code|title)|geratename|rechnername|seriennummer|ticket ?nummer)$/,
    ],
    isFirst: true,
  },
  // People may have one each; their state is not told by that of the other.
  { marks: [/^(?:course|training|event|webinar)$/, /^status$/], isFirst: true },
  {
    marks: [
      /^(?:(?:course|training|module|exam|certificat(?:e|ion)) ?(?:name|title|code)?|kurs|schulung|formation|curso|corso)$/,
      /^(?:completed?(?: (?:on|at|date))?|completion (?:date|status)|date completed|enrol?led(?: (?:on|at|date))?|enrol?lment date|abgeschlossen(?: am)?)$/,
    ],
  },
  {
    marks: [
      /^(?:total spent|total orders|orders count|lifetime value|accepts (?:email |sms )?marketing|member rating|optin time|lead (?:source|status|score|owner)|opportunity (?:name|stage|owner))$/,
    ],
  },
  {
    marks: [
      /^(?:(?:customer|client|patient|lead|prospect|donor) ?(?:id|number|no|nr)|kunden ?(?:nummer|nr|id)|(?:numero|n) (?:de )?client|(?:candidate|applicant|bewerber(?:in)?|candidat|candidato)(?: ?(?:id|name|number))?)$/,
    ],
    isFirst: true,
    unless: ofEmployees,
  },
  {
    marks: [
      /^(?:company|vendor|supplier|customer|client|lieferant|kunde|firma|fournisseur|proveedor|cliente|fornecedor|fornitore|leverancier|klant|leverandør|dostawca|dodavatel)(?: (?:name|id|no|number))?$/,
      /^(?:(?:primary |main )?contact(?: (?:person|name))?|ansprechpartner(?:in)?|interlocuteur|(?:persona de )?contacto|referente|contactpersoon|kontakt(?:person)?)$/,
    ],
    isFirst: true,
    unless: ofNames,
  },
  {
    marks: [
      ofRooms,
      /^(?:building|floor|room name|room type|gebaude|etage|stockwerk|batiment|edificio|piano)$/,
    ],
    unless: ofWork,
  },
  { marks: [/^(?:attended|approval status)$/, /^(?:join|registration) time$/] },
  {
    marks: [/^mac ?(?:address|adresse)$/, /^(?:model|location|manufacturer|firmware.*|standort)$/],
    unless: ofWork,
  },
  // People sign in from an address and a place as well.
  {
    marks: [/^ip ?(?:address|adresse)$/, /^(?:model|manufacturer|firmware.*)$/],
    unless: ofWork,
  },
  {
    marks: [/^(?:shared )?(?:mailbox|postfach|funktionspostfach)$/],
    isFirst: true,
    unless: ofNames,
  },
  { marks: [/^purpose$/, /^owner$/], unless: ofWork },
]

/** Throws UnreadableExport for a list of devices, tickets, courses or customers, whose states and ends would be taken for those of people. */
export function refuseThings(columns: readonly string[]): void {
  const words = columns.map((name) => wordsOf(name.replaceAll('#', ' number ')))
  const has = (pattern: RegExp) => words.some((each) => pattern.test(each))
  const isList = ({ marks: [mark, ...more], isFirst, unless }: Marks) =>
    mark !== undefined &&
    (isFirst === true ? mark.test(words[0] ?? '') : has(mark)) &&
    more.every(has) &&
    !(unless !== undefined && has(unless))
  const found = lists.find(isList)?.marks[0]
  const column = columns[words.findIndex((each) => found?.test(each))]
  if (column === undefined) return
  throw quoting(
    'This may be a list of devices, tickets, courses, customers or the like, and not of your people, by its column',
    show(column),
    '. Export the people themselves. If each row is a person all the same, use --shape accounts.',
  )
}

/** What the objects of an API are called that are no people, in one word or at the end. */
const ofTypes =
  /(?:^| )(?:absence|attendance|time ?off|leave|project|department|team|group|role|office|location|policy|device|asset|document|course|event|room|channel|cost cent(?:er|re)|position|job|task|ticket)(?: ?(?:type|period|request|entry|record|policy))?s?$/

/** Throws UnreadableExport for objects that all say that they are something else: `{"type": "Project", "attributes": {…}}`. */
export function refuseTypes(rows: readonly JsonValue[]): void {
  for (const key of ['type', 'object', 'kind', '@type', 'resourceType']) {
    const types = new Set(rows.map((row) => valueAt(row, key)))
    const [type] = types
    if (types.size !== 1 || typeof type !== 'string' || !ofTypes.test(wordsOf(type.slice(0, 100))))
      continue
    if (rows.every(isNamedAndAddressed)) continue
    throw quoting(
      'This is no list of people: each object says what it is',
      show(type),
      '. Export the people themselves. If each object is a person all the same, use --shape accounts.',
    )
  }
}

/** `{"name": …, "email": …, "type": "Office"}` is a person who works in one. */
function isNamedAndAddressed(row: JsonValue): boolean {
  const keys = isObject(row) ? Object.keys(row) : []
  return keys.some((key) => /name/i.test(key)) && keys.some((key) => /mail/i.test(key))
}
