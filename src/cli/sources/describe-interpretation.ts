import type { CountName, Interpretation } from '../../connectors/probe/interpret-export.ts'
import { probedState } from '../../connectors/probe/some-people.ts'
import type { SourceAccount } from '../../connectors/file/source-record.ts'
import { isOpen, type Question } from '../../connectors/probe/question.ts'
import { counted } from '../../contract/text.ts'
import { describeLeftOut, describeRefusals, describeRefused } from './describe-findings.ts'
import { columns, tableOf } from '../output/present.ts'
import { table } from '../output/table-text.ts'

/** `further`: imports, of what this one leaves out. */
type Next = { command: string; further: readonly string[]; mapping: string | null }

/** How a file is understood: what it is, its columns, three people or groups, what is missing, and what to do next. */
export function describeInterpretation(read: Interpretation, next: Next): string {
  const sections = [
    table(summary(read)),
    columnsOf(read),
    people(read.people),
    groups(read.groups),
    memberships(read.memberships),
    table(asked(read)),
    table([
      ...(next.mapping === null ? [] : [['mapping', next.mapping]]),
      ['next', next.command],
      ...next.further.map((command) => ['then', command]),
    ]),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

function summary(read: Interpretation): string[][] {
  const { product, format, encoding, shape, rows, isAll, isIdentified, counts } = read
  const assumed = encoding.isAssumed ? ', assumed: the file does not say it' : ''
  const states = listed(counts, ['active', 'staged', 'suspended', 'deactivated'])
  const kinds = listed(counts, ['bots', 'guests', 'service_accounts'])
  return [
    [
      'read as',
      `${isIdentified ? product.label : 'a table'}: ${shape ?? 'no known kind of records'}`,
    ],
    ['format', `${format}, ${encoding.encoding}${assumed}`],
    [
      'rows',
      `${rows}${isAll ? '' : ' (the first ones)'}, ${counts.refused} refused, ${counts.left_out} left out`,
    ],
    ...(states === '' ? [] : [['states', states]]),
    ...(kinds === '' ? [] : [['among them', kinds]]),
    ...(counts.memberships > 0 ? [['members', String(counts.memberships)]] : []),
  ]
}

function listed(counts: Interpretation['counts'], names: readonly CountName[]): string {
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${name.replaceAll('_', ' ')}`)
    .join(', ')
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
  return someOf(rows, [
    'id: vendorId',
    'first name: firstName',
    'last name: lastName',
    'email',
    'state',
    'department: profile.department',
  ])
}

function groups(read: Interpretation['groups']): string {
  return someOf(read, [
    'id: vendorId',
    'type: resourceType',
    'name',
    'handle',
    'inside: parentVendorId',
    'members',
  ])
}

function memberships(read: Interpretation['memberships']): string {
  return someOf(read, [
    'group: groupVendorId',
    'type: resourceType',
    'member: accountVendorId|accountEmail',
    'role',
  ])
}

function someOf(rows: readonly unknown[], fields: readonly string[]): string {
  return rows.length === 0 ? '' : tableOf(rows, columns(...fields))
}

/** What is missing, unknown or refused. */
function asked(read: Interpretation): string[][] {
  const { counts, managers, unknownStates, refusals, leftOut } = read
  const missing = [
    ...(counts.without_name > 0 ? [`a name in ${counts.without_name}`] : []),
    ...(counts.without_email > 0 ? [`an e-mail address in ${counts.without_email}`] : []),
    ...(counts.without_department > 0 ? [`a department in ${counts.without_department}`] : []),
  ]
  return [
    ...(counts.accounts === 0
      ? []
      : [['missing', missing.length === 0 ? 'nothing' : missing.join(', ')]]),
    ...(counts.accounts === 0 ? [] : [['managers', describeManagers(managers)]]),
    ...unknownStates.map(({ path, value, rows }) => [
      'unknown',
      `state ${JSON.stringify(value)} at ${path}, in ${counted(rows, 'row')}`,
    ]),
    ...read.people.flatMap(({ line, notes }) =>
      notes.map((note) => ['note', `line ${line}: ${note}`]),
    ),
    // An open question says what to do.
    ...(read.questions.some(isOpen)
      ? describeRefused(refusals.flatMap(({ reasons }) => reasons))
      : refusals.flatMap(describeRefusals)),
    ...describeLeftOut(leftOut),
    ...read.questions.flatMap(describeQuestion),
  ]
}

function describeQuestion({ id, text, choices, proposed, answer }: Question): string[][] {
  const said = answer ?? proposed
  const chosen = choices.find(({ value }) => value === said)
  const how = answer === null ? 'proposed' : 'answered'
  if (chosen !== undefined) return [['asked', `${text} ${how}: ${chosen.label} [${id}]`]]
  return [
    ['open', `${text} [${id}]`],
    ...choices.map(({ value, rows, examples }) => [
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
