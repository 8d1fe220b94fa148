import type { JsonValue } from '../../contract/json.ts'
import { completeMapping } from '../file/complete-mapping.ts'
import { UnreadableExport } from '../file/unreadable-export.ts'
import type { AccountMapping, Mapping } from '../file/mapping.ts'
import { columnOf, columnsOf, describeColumns, placeIn, type Column } from './columns.ts'
import { proposeDays } from './propose-days.ts'
import { proposeNames } from './propose-names.ts'
import { proposeStates } from './propose-states.ts'
import {
  choiceOf,
  choicesOf,
  createQuestions,
  type Answers,
  type Ask,
  type Question,
} from './question.ts'
import { fields, type Field } from './words.ts'

export type Proposal = { mapping: Mapping; questions: Question[] }

/**
 * The mapping of a table that is of no known product, and what the table does not say by itself. What is answered and what is proposed
 * is in the mapping; a question without either leaves its place empty.
 */
export function propose(records: readonly JsonValue[], answers: Answers): Proposal {
  const { rows, leaves, paths } = columnsOf(records)
  const columns = describeColumns(rows, leaves)
  const { ask, questions } = createQuestions(answers)
  askPeople(columns, ask)
  const id = proposeId(columns, ask)
  const email = proposeEmail(columns, ask)
  const names = proposeNames(columns, ask)
  const days = proposeDays(columns, ask)
  const isTaken = ({ name }: Column) =>
    name === id || email.includes(name) || isNamed(names, name) || days.columns.includes(name)
  const extra = proposeProfile(columns, { id, isTaken })
  const used = new Set(Object.values(extra).flat())
  const states = proposeStates(columns, {
    ask,
    hasLastDay: days.ended_at.length > 0,
    isTaken: (column) => isTaken(column) || used.has(column.name),
  })
  const [handle] = [columnOf('username', columns, (column) => column.name !== id)]
  const { columns: _, date_order, ...spans } = days
  const mapping = completeMapping({
    account: {
      when: [[{ path: id ?? paths[0] ?? 'id', exists: true }]],
      vendor_id: id === null ? [] : [id],
      handle: handle === undefined ? [] : [handle.name],
      email,
      ...proposeUnconfirmed(columns),
      ...names.account,
      created_at: spans.first_day,
      state: {
        ...states,
        ...(Object.keys(names.remarks).length > 0 && { in_names: names.remarks }),
        ...(date_order !== undefined && { date_order }),
        ...(spans.first_day.length > 0 && { first_day: spans.first_day }),
        ...(spans.ended_at.length > 0 && { ended_at: spans.ended_at }),
      },
      profile_extra: extra,
    },
  })
  return { mapping, questions }
}

function isNamed({ account }: ReturnType<typeof proposeNames>, name: string): boolean {
  return Object.values(account).some((paths) => paths.includes(name))
}

/** Asks of a table without first and last names whether its rows are people: it may list groups, or members of some. */
function askPeople(columns: readonly Column[], ask: Ask): void {
  const has = (...names: Field[]) => names.some((field) => columnOf(field, columns) !== undefined)
  if (has('last_name') && has('first_name', 'preferred_name')) return
  const full = columnOf('full_name', columns) ?? columnOf('family_first', columns)
  const names = full?.cells.filter((cell) => /\p{L}[\s,]+\p{L}|\p{Script=Han}/u.test(cell)) ?? []
  if (names.length * 2 > (full?.cells.length ?? 0)) return
  const rows = columns[0]?.cells.length ?? 0
  const answer = ask({
    id: 'rows',
    text: 'Is each row one person?',
    choices: choicesOf(
      { people: 'Yes', others: 'No: it lists groups, members of groups, or other things' },
      { rows },
    ),
    proposed: null,
  })
  if (answer === 'others')
    throw new UnreadableExport(
      'The file lists no people. Connect a list of users. Groups and members are taken from the exports of a product that Muster knows, or one group at a time with --members-of.',
    )
}

/** Choices that a person can look through. */
const mostChoices = 25

/** The column of the stable id: named so, filled, and of one person each. An address changes, so it is never taken unasked. */
function proposeId(columns: readonly Column[], ask: Ask): string | null {
  const telling = columns.filter((column) => tellsApart(column, columns))
  const named =
    columnOf('system_id', telling, isNoAddress) ?? columnOf('id', telling, isNoAddress) ?? null
  if (named !== null) return named.name
  const unique = telling.filter((column) => isUnique(column) && !column.isOfDays)
  const others = unique.filter((column) => isNoAddress(column) && !isProse(column))
  const choices = [...others, ...unique.filter((column) => !isNoAddress(column))]
  return ask({
    id: 'id',
    text: 'Which column tells people apart, and stays the same when a name or an address changes?',
    choices: (choices.length > 0 ? choices : columns).slice(0, mostChoices).map(choiceOf),
    // Of one row or two, every column is different.
    proposed:
      (columns[0]?.cells.length ?? 0) < 3
        ? null
        : (others.find((column) => !isOfOtherField(column))?.name ?? null),
  })
}

function isNoAddress({ isOfAddresses }: Column): boolean {
  return !isOfAddresses
}

/** Whether its name says that it is something else. */
function isOfOtherField(column: Column): boolean {
  return fields.some(
    (field) =>
      !['system_id', 'id', 'badge', 'username'].includes(field) &&
      placeIn(field, column) !== undefined,
  )
}

function isName(column: Column): boolean {
  const names: readonly Field[] = ['first_name', 'last_name', 'full_name', 'preferred_name']
  return names.some((field) => columnOf(field, [column]) !== undefined)
}

/** Words with blanks between them name things and people. */
function isProse({ counts }: Column): boolean {
  return counts.some(([value]) => /\p{L}\s+\p{L}/u.test(value))
}

function isUnique({ cells, filled, counts }: Column): boolean {
  return filled === cells.length && counts.length === filled
}

/** Whether nearly every row has a value, and rows that share one are of one person: of the same address, or the same words. */
function tellsApart(column: Column, columns: readonly Column[]): boolean {
  const { cells, filled, counts } = column
  if (filled < cells.length * 0.9 || filled === 0) return false
  if (counts.length === filled) return true
  if (counts.length * 2 <= filled) return false
  const others = columns.filter((each) => each.isOfAddresses || isName(each))
  const shown = cells.map((_, at) => others.map((each) => each.cells[at]).join('\n'))
  const people = Map.groupBy(
    cells.keys().filter((at) => cells[at] !== ''),
    (at) => cells[at],
  )
  return [...people.values()].every((rows) => new Set(rows.map((at) => shown[at])).size === 1)
}

function proposeEmail(columns: readonly Column[], ask: Ask): string[] {
  // The first of a list may be any of them.
  const named = columnOf(
    'email',
    columns,
    (column) => column.isOfAddresses && !column.name.includes('[0]'),
  )
  if (named !== undefined) return [named.name]
  const others = columns.filter(
    (column) => column.isOfAddresses && columnOf('manager_email', [column]) === undefined,
  )
  const empty = columnOf('email', columns, (column) => column.filled === 0)
  if (others.length === 0) return empty === undefined ? [] : [empty.name]
  const answer = ask({
    id: 'email',
    text: 'Which column has the e-mail address at work?',
    choices: [
      ...others.slice(0, mostChoices).map(choiceOf),
      ...choicesOf({ [none]: 'None of these columns' }),
    ],
    proposed: others.length === 1 ? (others[0]?.name ?? null) : null,
  })
  return answer === null || answer === none ? [] : [answer]
}

/** Whatever such a column has but a confirmation, the address tells nothing of who someone is. */
function proposeUnconfirmed(columns: readonly Column[]): Pick<AccountMapping, 'unconfirmed'> {
  const column = columnOf('verified', columns)
  return column === undefined ? {} : { unconfirmed: [[{ path: column.name, confirmed: false }]] }
}

const none = '(none)'

/** The keys of the profile that policy and the organisation read, by the fields of words. */
const profileFields = {
  department: 'department',
  division: 'division',
  title: 'title',
  costCenter: 'cost_center',
  location: 'location',
  userType: 'type',
} as const satisfies Record<string, Field>

function proposeProfile(
  columns: readonly Column[],
  { id, isTaken }: { id: string | null; isTaken: (column: Column) => boolean },
): Record<string, string[]> {
  const free = columns.filter((column) => !isTaken(column))
  const number = columnOf('id', columns, (column) => !column.isOfAddresses)
  const found = Object.entries({
    ...Object.fromEntries(
      Object.entries(profileFields).map(([key, field]) => [key, columnOf(field, free)]),
    ),
    employeeNumber: number,
    ...proposeManager(
      free,
      columns.find(({ name }) => name === id),
    ),
  })
  return Object.fromEntries(
    found.flatMap(([key, column]) => (column === undefined ? [] : [[key, [column.name]]])),
  )
}

/** How managers are named: one column may have addresses, or ids in some rows and names in others. */
function proposeManager(columns: readonly Column[], id: Column | undefined) {
  const email = columnOf('manager_email', columns, (column) => column.isOfAddresses)
  const number = columnOf('manager_id', columns)
  const any = columnOf('manager_name', columns)
  const other = any?.isOfAddresses === true ? undefined : any
  const ids = new Set(id?.cells)
  const isOfId = ([value]: Column['counts'][number]) => ids.has(value)
  const isEmpty = other?.filled === 0
  return {
    managerId: number ?? (isEmpty || other?.counts.some(isOfId) === true ? other : undefined),
    managerEmail: email ?? (any?.isOfAddresses === true ? any : undefined),
    managerName: isEmpty || other?.counts.every(isOfId) === false ? other : undefined,
  }
}
