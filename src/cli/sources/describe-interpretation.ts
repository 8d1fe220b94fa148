import type { Interpretation } from '../../connectors/probe/interpret-export.ts'
import { probedState } from '../../connectors/probe/summarise-records.ts'
import type { SourceAccount } from '../../connectors/file/source-record.ts'
import { isOpen, type Question } from '../../connectors/probe/question.ts'
import { counted } from '../../contract/text.ts'
import { describeReasons, describeRefusals, describeStates } from './describe-findings.ts'
import { describeCounts } from '../plans/describe-effects.ts'
import { columns, tableOf } from '../output/present.ts'
import { linesWith, table, type Line } from '../output/table-text.ts'

/** `further`: imports, of what this one leaves out. */
type Next = { command: string; further: readonly string[]; mapping: string | null }

/** How a file is understood: what it is, its columns, three people or groups, what is missing, and what to do next. */
export function describeInterpretation(read: Interpretation, next: Next): string {
  const sections = [
    table(linesWith(summary(read))),
    columnsOf(read),
    people(read.people),
    groups(read.groups),
    memberships(read.memberships),
    table(linesWith(asked(read))),
    table(
      linesWith([
        ['mapping', next.mapping],
        ['next', next.command],
        ...next.further.map((command): Line => ['then', command]),
      ]),
    ),
  ]
  return sections.filter((text) => text !== '').join('\n\n')
}

function summary(read: Interpretation): Line[] {
  const { product, format, encoding, shape, rows, isAll, isIdentified, counts } = read
  const assumed = encoding.isAssumed ? ', assumed: the file does not say it' : ''
  const some = isAll ? '' : ' (the first ones)'
  const { active, staged, suspended, deactivated, bots, guests, service_accounts } = counts
  const { refused, left_out: leftOut, memberships: members } = counts
  return [
    [
      'read as',
      `${isIdentified ? product.label : 'a table'}: ${shape ?? 'no known kind of records'}`,
    ],
    ['format', `${format}, ${encoding.encoding}${assumed}`],
    ['rows', `${rows}${some}, ${refused} refused, ${leftOut} left out`],
    ['states', describeCounts({ active, staged, suspended, deactivated })],
    ['among them', describeCounts({ bots, guests, service_accounts })],
    ['members', members > 0 && String(members)],
  ]
}

/** Columns without a meaning of their own are keys of the profile of a person. */
function columnsOf({ columns: all, shape }: Interpretation): string {
  const used = all.filter(({ becomes }) => becomes.length > 0)
  const others = all.filter(({ becomes }) => becomes.length === 0).map(({ name }) => name)
  const rows = used.map(({ name, filled, becomes }) => [
    name,
    becomes.join(', '),
    `${filled} filled`,
  ])
  const rest =
    others.length === 0 || shape === null
      ? ''
      : `${shape === 'accounts' ? 'Only keys of the profile' : 'Not read'}: ${others.slice(0, 40).join(', ')}`
  return [rows.length === 0 ? '' : table([['column', 'becomes', ''], ...rows]), rest]
    .filter((part) => part !== '')
    .join('\n')
}

function people(accounts: readonly SourceAccount[]): string {
  const rows = accounts.map((each) => ({ ...each, state: probedState(each) }))
  const names = 'id: vendorId, first name: firstName, last name: lastName'
  return someOf(rows, `${names}, email, state, department: profile.department`)
}

function groups(read: Interpretation['groups']): string {
  const names = 'id: vendorId, type: resourceType, name, handle'
  return someOf(read, `${names}, inside: parentVendorId, members`)
}

function memberships(read: Interpretation['memberships']): string {
  const group = 'group: groupVendorId, type: resourceType'
  return someOf(read, `${group}, member: accountVendorId|accountEmail, role`)
}

function someOf(rows: readonly unknown[], fields: string): string {
  return rows.length === 0 ? '' : tableOf(rows, columns(fields))
}

/** What is missing, unknown or refused. */
function asked(read: Interpretation): Line[] {
  const { counts, managers, unknownStates, refusals, leftOut, questions } = read
  const hasPeople = counts.accounts > 0
  const missing = [
    counts.without_name > 0 && `a name in ${counts.without_name}`,
    counts.without_email > 0 && `an e-mail address in ${counts.without_email}`,
    counts.without_department > 0 && `a department in ${counts.without_department}`,
  ].filter((each) => each !== false)
  return [
    ['missing', hasPeople && (missing.join(', ') || 'nothing')],
    ['managers', hasPeople && describeManagers(managers)],
    ...describeStates(unknownStates),
    ...read.people.flatMap(({ line, notes }) =>
      notes.map((note): Line => ['note', `line ${line}: ${note}`]),
    ),
    // An open question says what to do.
    ...(questions.some(isOpen)
      ? refusals.flatMap(({ reasons }) => describeReasons('refused', reasons))
      : refusals.flatMap(describeRefusals)),
    ...describeReasons('left out', leftOut),
    ...questions.flatMap(describeQuestion),
  ]
}

function describeQuestion({ id, text, choices, proposed, answer }: Question): Line[] {
  const chosen = choices.find(({ value }) => value === (answer ?? proposed))
  const how = answer === null ? 'proposed' : 'answered'
  if (chosen !== undefined) return [['asked', `${text} ${how}: ${chosen.label} [${id}]`]]
  return [
    ['open', `${text} [${id}]`],
    ...choices.map(({ value, rows, examples }): Line => [
      '',
      `${value} (${counted(rows, 'row')})${examples.length === 0 ? '' : `: ${examples.join(', ')}`}`,
    ]),
  ]
}

function describeManagers({
  key,
  holds,
  named,
  found,
  byName,
}: Interpretation['managers']): string {
  if (named === 0) return 'none are named'
  const names = byName.found + byName.ambiguous + byName.unknown
  if (names === 0)
    return `${found} of ${named} found in the file by ${holds.replace('_', ' ')} (${key})`
  const open = byName.ambiguous + byName.unknown
  const rest =
    open === 0
      ? ''
      : `; ${byName.ambiguous} with a name that several people have and ${byName.unknown} with one that nobody has: export the manager's number or address`
  return `${found} of ${named} found in the file, ${byName.found} of them by name${rest}`
}
