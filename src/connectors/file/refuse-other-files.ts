import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { show } from './clean-value.ts'
import { delimiters, type Format } from './sniff-format.ts'
import { nestedList } from './split-json.ts'
import { quoting, UnreadableExport } from './unreadable-export.ts'
import { valueAt } from './value-path.ts'

/** Throws UnreadableExport for what is no list of records at all, by the beginning of its text. */
export function refuseOtherFiles(head: string, format: Format): void {
  const text = head.trimStart()
  if (/^<[^]*<table\b/i.test(text) && /urn:schemas-microsoft-com:office/.test(text))
    throw new UnreadableExport(
      'This is a table in HTML, as some products save it under .xls. Open it in a spreadsheet and save it as CSV (UTF-8).',
    )
  const shown = text.replace(/^(?:<!--[^]*?-->\s*)+/, '')
  if (
    /^<(?:!doctype html|html|head|body|table|meta|script|style|title|div|form|h1|p)\b/i.test(shown)
  )
    throw new UnreadableExport(
      'This is an HTML page, perhaps a login or error page. Download the export itself, as CSV or JSON.',
    )
  if (/^(?:---[^\S\n]*\n\s*)?bindings:[^\S\n]*\n\s*- (?:condition|members):/.test(text))
    throw ofCloudPolicy()
  if (text.startsWith('<'))
    throw new UnreadableExport('This is XML. Export it as CSV or JSON and import that.')
  const other = format === 'ldif' ? undefined : otherFormatOf(text)
  if (other !== undefined)
    throw new UnreadableExport(`This is ${other}. Export the data as CSV or JSON and import that.`)
  if (format === 'csv') refuseText(text)
  else refuseErrorBody(text)
}

function otherFormatOf(text: string): string | undefined {
  const [, name] = otherFormats.find(([mark]) => mark.test(text)) ?? []
  return name ?? (isListOfNames(text) ? listOfNames : undefined)
}

/** Each tells in time that grows with the length of the text: blanks are taken in one way only. */
const otherFormats: readonly [mark: RegExp, name: string][] = [
  [/^BEGIN:VCARD/i, 'a list of contacts (vCard)'],
  [/^BEGIN:VCALENDAR/i, 'a calendar'],
  [/^\{\\rtf/i, 'a document (RTF)'],
  [
    /^-+\r?\n\d+ (?:users?|groups?) matched\r?\n/,
    'what `ipa` prints (use ldapsearch, or `user_find` of its JSON-RPC API)',
  ],
  [/^(?:---[^\S\n]*\n\s*)?(?:[A-Za-z_]+:[^\S\n]*\n\s*)?- [A-Za-z_]+:\s/, 'YAML'],
  [/^(?:---\s*\n)?[\w.@-]+:[ \t]*\r?\n[ \t]+[\w.@-]+:(?:[ \t]|\r?\n)/, 'YAML'],
  // A document of Kubernetes, Teleport and others, which is not above a table: `kind: user`, and below it `metadata:` with keys of its own.
  [
    /^(?![\s\S]*\n[^\n:,;\t]*[,;\t][^\n:]*(?:\n|$))(?:---[^\n]*\n)?(?:[A-Za-z_][\w.-]{0,60}:[^\n,;\t]{0,200}\n){1,20}[ \t]+(?:- |[\w.@-]+:[ \t\r\n])/,
    'YAML',
  ],
  [
    /^(?:(?:--|\/\*|#)[^\n]*\n|\s)*(?:insert\s+into|copy\s+[\w."]+\s*\(|create\s+table|drop\s+table|set\s+[\w@]+\s*=|lock\s+tables|begin\s*;|start\s+transaction|use\s+\S+;)/i,
    'a dump of a database (SQL)',
  ],
  [
    /^'[^'\n]*'(?:[,;\t|]'[^'\n]*')+\r?\n/,
    'a table whose cells are in single quotes, which have to be double ones',
  ],
  [
    /^[a-z][\w -]{0,60} : [^\n]*\n[a-z][\w -]{0,60} : /i,
    'a list printed for the screen (in PowerShell, end the command with | Export-Csv FILE -NoTypeInformation)',
  ],
  [
    /^(?![\s\S]*\n[^\n:,;\t]*[,;\t][^\n:]*(?:\n|$))([A-Za-z][\w -]{0,40}): [^\n]*\n(?:[A-Za-z][\w -]{0,40}:[^\n]*\n){0,40}\s*\n\1: /,
    'a list with each value on a line of its own',
  ],
  [
    /^[^:,;\s]+:[^:\n]*:\d+:\d+:[^:\n]*:[^:\n]*:[^:\n]*\r?(?:\n|$)/,
    'a list of accounts of Unix (passwd), which has no addresses, and names of people only by custom',
  ],
  [/^\[{1,2}[\w. "-]+\]{1,2}[ \t]*\r?\n\s*[\w"-]+[ \t]*=/, 'TOML or an INI file'],
  [
    /^-\[ RECORD 1 \]/,
    'a list that psql prints for the screen (use \\copy (select …) to FILE csv header)',
  ],
  [
    /^\*{5,} 1\. row \*{5,}/,
    'a list that mysql prints for the screen (end the query with ; in place of \\G, and use --batch)',
  ],
  [
    /^(?:[^\n]*\r?\n){0,3}User accounts for \\\\/,
    'what `net user` prints, which has only logins (use Get-ADUser -Filter * -Properties * | Export-Csv FILE)',
  ],
  [
    /^\{\s*"version":\s*\d+,\s*"terraform_version"/,
    'a state of Terraform, which has what it manages and not who there is',
  ],
  [
    /^(?:-+\r?\n)?Unix username:\s|^(?:[^:,;\s]+:\d+:[^:,;\t\n]*(?:\n|$)){2}/,
    'a list of accounts of Samba (pdbedit), which has no addresses (ldapsearch or `samba-tool user` show the directory)',
  ],
]

const listOfNames =
  'a list of distinguished names without attributes, as dsquery prints it (ldifde and csvde export the entries)'

function isListOfNames(text: string): boolean {
  const lines = text.split('\n', 20).filter((line) => line.trim() !== '')
  return (
    lines.length > 0 &&
    lines.every((line) => /^"?(?:CN|OU|UID)=.*,\s*DC=[^,"]*"?$/i.test(line.trim()))
  )
}

/** Prose has no separators that come back line by line. A list of addresses alone has a header. */
function refuseText(text: string): void {
  const bare = text.replaceAll(/"(?:[^"]|"")*"/g, '')
  const lines = bare.split('\n', 20).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  if (lines.length === 0 || delimiters.some((mark) => comesBack(lines, mark))) return
  const [, second = ''] = lines
  const isRuled = /^-{2,}(?: +-{2,})+\s*$/.test(second)
  if (isRuled || (lines.length > 1 && [first, second].every((line) => / {2}\S/.test(line.trim()))))
    throw new UnreadableExport(
      'This is a table printed for the screen: its columns are aligned by blanks, and may be cut off. Export the data as CSV or JSON and import that (in PowerShell, end the command with | Export-Csv FILE -NoTypeInformation; with az or aws, add --output json).',
    )
  if (lines.every((line) => wordsOf(line) <= 3)) return
  // A header, below which cells may have separators that are not in quotes.
  const fewest = lines.length === 1 ? 1 : 4
  if (
    delimiters.some((mark) => {
      const cells = first.split(mark)
      return cells.length >= fewest && cells.every((cell) => wordsOf(cell) <= 3)
    })
  )
    return
  throw plainText()
}

export function plainText(): UnreadableExport {
  return new UnreadableExport(
    'This is plain text. An export is CSV with a header line, JSON, or JSON lines.',
  )
}

/** Whether two lines have equally many of the mark. */
function comesBack(lines: readonly string[], mark: string): boolean {
  const counts = lines.map((line) => line.split(mark).length - 1).filter((count) => count > 0)
  return new Set(counts).size < counts.length
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length
}

/** Where APIs say what went wrong, in lower case. */
const errorPaths = ['error', 'errors', 'errorcode', 'error_code', 'errorsummary', 'detail', 'fault']
const messagePaths = [
  'error.message',
  'error_description',
  'errorsummary',
  'errors[0].message',
  'errors[0].detail',
  'errors[0]',
  'message',
  'detail',
  'fault.faultstring',
  'error',
  'title',
]

function refuseErrorBody(text: string): void {
  const parsed = parse(text)
  if (parsed !== undefined && (parsed === null || typeof parsed !== 'object'))
    throw new UnreadableExport(
      'This is a single value of JSON, not a list. An export is a list of objects.',
    )
  const given = isList(parsed) && parsed.length === 1 ? parsed[0] : parsed
  if (!isObject(given) || (nestedList(given) !== null && !isOnlyErrors(given))) return
  const body = lowered(given)
  if (!isErrorBody(body)) return
  const message = messagePaths
    .map((path) => valueAt(body, path))
    .find((value) => typeof value === 'string' && value.trim() !== '')
  throw quoting(
    "This is an API's error, not an export",
    show(message ?? given),
    '. Correct the request (often the token or its rights) and fetch the list again.',
  )
}

/** A document of JSON:API that has no data. Each of its errors may have an id. */
function isOnlyErrors(body: JsonObject): boolean {
  return (
    isList(body['errors']) &&
    Object.keys(body).every((key) => ['errors', 'jsonapi', 'links', 'meta'].includes(key))
  )
}

/** The names of keys in lower case, also one object deeper: AWS and Azure write `Message`. */
function lowered(body: JsonObject, isInner = false): JsonObject {
  const entries = Object.entries(body).map(
    ([key, value]) =>
      [key.toLowerCase(), isObject(value) && !isInner ? lowered(value, true) : value] as const,
  )
  return Object.fromEntries(entries)
}

function isErrorBody(body: JsonObject): boolean {
  const isNamed = errorPaths.some((path) => isSet(body[path]))
  const isMessage = typeof body['message'] === 'string' && Object.keys(body).length <= 4
  const isProblem = Number(body['status']) >= 400 && typeof body['title'] === 'string'
  const hasRecords = Object.entries(body).some(
    ([key, value]) => key !== 'errors' && isList(value) && value.some(isObject),
  )
  const isPerson = ['id', 'email', 'profile', 'username', 'name'].some((key) => isSet(body[key]))
  return (isNamed || isMessage || isProblem) && !hasRecords && !isPerson
}

/**
 * Throws UnreadableExport for an object in which the people are in lists that are inside of other lists, as GraphQL gives the users of
 * each group: those lists may be of members, so none is read for all people. An object with values of its own, such as a department, has
 * people inside where several are named.
 */
export function refuseBuriedPeople(record: JsonValue): void {
  if (!isObject(record)) return
  const own = Object.entries(record).filter(([, value]) => !isNested(value))
  if (own.some(([key]) => /name|mail|login|principal|^upn$|^uid$/i.test(key))) return
  if (own.length > 0 && (isAddressed(record, 5) || !hasSeveralPeople(record, 20))) return
  const key = keyOfPeople(record, 20)
  if (key === null) return
  const lists = Object.values(record).filter(isList)
  const how =
    lists.length > 1
      ? `, with the name of each in a column, such as with jq -c 'to_entries[] | .key as $list | .value | arrays[] | . + {list: $list}' FILE > people.jsonl`
      : /^[\w.:@ -]+$/.test(key)
        ? `, such as with jq -c '.. | arrays[] | objects | select(has("${key}"))' FILE | sort -u > people.jsonl`
        : ` (they are the objects with ${show(key)})`
  throw new UnreadableExport(
    `The people are in lists inside of other lists. Put them into one list${how}, and import that.`,
  )
}

/** Throws UnreadableExport for who has which role on what, as `gcloud … get-iam-policy` and `search-all-iam-policies` print it. */
export function refuseCloudPolicy(record: JsonValue): void {
  const bindings = valueAt(record, 'bindings') ?? valueAt(record, 'policy.bindings')
  const [first] = isList(bindings) ? bindings : [record]
  if (isObject(first) && typeof first['role'] === 'string' && isCloudMember(first['members']))
    throw ofCloudPolicy()
}

function isCloudMember(members: JsonValue | undefined): boolean {
  return (
    isList(members) &&
    members.some(
      (each) => typeof each === 'string' && /^(?:user|group|serviceAccount|domain):/.test(each),
    )
  )
}

function ofCloudPolicy(): UnreadableExport {
  return new UnreadableExport(
    'This is a policy of Google Cloud (IAM): it says who has which role on something, not who there is. Export the people from the directory that they are in, such as with gam print users from Google Workspace, and import that.',
  )
}

function isNested(value: JsonValue): boolean {
  return value === null || typeof value === 'object'
}

/** The key that has the address or login in the first list of people; null where there is none. */
function keyOfPeople(value: JsonValue, levels: number): string | null {
  if (levels === 0 || typeof value !== 'object' || value === null) return null
  if (isList(value) && value.length > 0) {
    const keys = value.map(keyOfPerson)
    if (keys[0] !== undefined && keys.every((key) => key !== undefined)) return keys[0]
  }
  for (const each of Object.values(value)) {
    const key = keyOfPeople(each, levels - 1)
    if (key !== null) return key
  }
  return null
}

/** Whether an object has an address, itself or in the objects inside of it. */
function isAddressed(value: JsonValue, levels: number): boolean {
  if (levels === 0 || !isObject(value)) return false
  if (keyOfPerson(value) !== undefined) return true
  return Object.values(value).some((each) => isAddressed(each, levels - 1))
}

/** Whether somewhere inside there is a list of several people who are named. */
function hasSeveralPeople(value: JsonValue, levels: number): boolean {
  if (levels === 0 || typeof value !== 'object' || value === null) return false
  if (isList(value) && value.length > 1 && value.every(isNamedPerson)) return true
  return Object.values(value).some((each) => hasSeveralPeople(each, levels - 1))
}

function isNamedPerson(value: JsonValue): boolean {
  if (!isObject(value) || keyOfPerson(value) === undefined) return false
  return Object.entries(value).some(([key, said]) => /name/i.test(key) && typeof said === 'string')
}

function keyOfPerson(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  return entries.find(
    ([key, said]) =>
      /mail|login|principal/i.test(key) && typeof said === 'string' && said.includes('@'),
  )?.[0]
}

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}

/** The text is the head of the file: a body that is cut off is longer than errors are. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
