import type { AccountMapping, StateTable } from '../file/mapping.ts'
import { remarkBehind } from '../file/remarks.ts'
import { columnOf, type Column } from './columns.ts'
import { choiceOf, choicesOf, type Ask } from './question.ts'
import { meaningOf, type Field } from './words.ts'

type NamePaths = Pick<
  AccountMapping,
  | 'first_name'
  | 'last_name'
  | 'full_name'
  | 'family_first'
  | 'last_name_prefix'
  | 'second_last_name'
>

/** The columns of names, which of two names is shown, and what remarks behind names mean. */
export function proposeNames(
  columns: readonly Column[],
  ask: Ask,
): { account: NamePaths; remarks: StateTable } {
  const find = (field: Field) =>
    columnOf(field, columns, (column) => !column.isOfAddresses && !column.isOfDays)
  const own = { first: find('first_name'), last: find('last_name') }
  const preferred = { first: find('preferred_name'), last: find('preferred_last_name') }
  const known = find('family_first') ?? find('full_name')
  const isNamed = [own.first, own.last, preferred.first, preferred.last, known].some(isColumn)
  const full = isNamed ? known : askName(columns, ask)
  const turned = full === find('family_first') || hasCapitalsFirst(full) ? full : undefined
  const isPreferred = preferPreferred(own, preferred, ask)
  const pair = (one: Column | undefined, other: Column | undefined) =>
    pathsOf(isPreferred ? [one, other] : [other ?? one])
  const first = pair(preferred.first, own.first)
  const last = pair(preferred.last, own.last)
  const isWhole = first.length === 0 || last.length === 0
  const shown = [own.first, own.last, ...(isWhole ? [full] : [])].filter(isColumn)
  const prefix = find('last_name_prefix')
  const second = find('second_last_name')
  return {
    account: {
      first_name: first,
      last_name: last,
      full_name: isWhole ? pathsOf([full]) : [],
      ...(isWhole && turned !== undefined && isFamilyFirst(turned, ask)
        ? { family_first: [turned.name] }
        : {}),
      ...(prefix === undefined ? {} : { last_name_prefix: [prefix.name] }),
      ...(second === undefined ? {} : { second_last_name: [second.name] }),
    },
    remarks: askRemarks(shown, ask),
  }
}

function isColumn(column: Column | undefined): column is Column {
  return column !== undefined
}

function pathsOf(columns: readonly (Column | undefined)[]): string[] {
  return columns.flatMap((column) => (column === undefined ? [] : [column.name]))
}

const none = '(none)'
/** Choices that a person can look through. */
const mostChoices = 25

const isText = ({ counts, isOfDays, isOfAddresses }: Column) =>
  !isOfDays && !isOfAddresses && counts.some(([value]) => /\p{L}{2}/u.test(value))

const ofTwoWords = ({ cells, filled, counts }: Column) =>
  counts.length * 2 > filled &&
  cells.filter((cell) => /^[^\d@]*\p{L}[\s,]+\p{L}[^\d@]*$/u.test(cell)).length * 2 > cells.length

/** Asks which column has the names, where none is called so: most values of one may have two words. */
function askName(columns: readonly Column[], ask: Ask): Column | undefined {
  const texts = columns.filter(isText)
  if (texts.length === 0) return undefined
  const answer = ask({
    id: 'name',
    text: 'Which column has the names of people?',
    choices: [
      ...texts.slice(0, mostChoices).map(choiceOf),
      ...choicesOf({ [none]: 'None of these columns' }),
    ],
    proposed: texts.find(ofTwoWords)?.name ?? null,
  })
  return texts.find(({ name }) => name === answer)
}

/** `MOREAU Ada`, in most values. */
function hasCapitalsFirst(column: Column | undefined): boolean {
  const names = column?.cells.filter((cell) => cell !== '') ?? []
  const turned = names.filter((cell) => /^\p{Lu}[\p{Lu}'’-]+ \p{Lu}\p{Ll}/u.test(cell))
  // Two capitals may be initials.
  const isSure = turned.some((cell) => /^\p{Lu}{3}/u.test(cell))
  return isSure && turned.length * 3 >= names.length * 2
}

type Pair = { first: Column | undefined; last: Column | undefined }

/** Asks where a file has a legal name and a preferred one. */
function preferPreferred(own: Pair, preferred: Pair, ask: Ask): boolean {
  const both = [
    [preferred.first, own.first],
    [preferred.last, own.last],
  ].filter(([one, other]) => one !== undefined && other !== undefined)
  const rows = both.flatMap(([one, other]) =>
    (one?.cells ?? []).flatMap((cell, at) =>
      cell !== '' && cell !== other?.cells[at]
        ? [{ preferred: cell, legal: other?.cells[at] ?? '' }]
        : [],
    ),
  )
  if (rows.length === 0) return true
  const labels = { preferred: 'The preferred name', legal: 'The legal name' } as const
  const answer = ask({
    id: 'names',
    text: 'Which names are shown, where someone has two?',
    choices: (['preferred', 'legal'] as const).map((value) => ({
      value,
      label: labels[value],
      rows: rows.length,
      examples: rows.slice(0, 3).map((row) => row[value]),
    })),
    proposed: 'preferred',
  })
  return answer !== 'legal'
}

/** Asks of whole names without a comma, in a column whose name says that the family name comes first. */
function isFamilyFirst({ name, counts }: Column, ask: Ask): boolean {
  const names = counts.filter(([value]) => /^[^,]+\s[^,]+$/.test(value))
  if (names.length === 0) return true
  const examples = names.slice(0, 3).map(([value]) => value)
  const labels = {
    family: 'The family name, as in Moreau Ada',
    given: 'The given name, as in Ada Moreau',
  }
  const answer = ask({
    id: 'name order',
    text: `Which name comes first in ${name}?`,
    choices: choicesOf(labels, { rows: names.length, examples }),
    proposed: 'family',
  })
  return answer === 'family'
}

/** So many different remarks may be states; more are anything, but for the usual ones. */
const mostRemarks = 12

const meaningsOfRemarks = {
  deactivated: 'They have left',
  suspended: 'They have no access for now',
}

/** Asks what remarks in brackets behind names mean, such as `(left)`. */
function askRemarks(columns: readonly Column[], ask: Ask): StateTable {
  const said = columns.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const remark = remarkBehind(cell)
      return remark === null ? [] : [{ remark, cell }]
    }),
  )
  const remarks = Map.groupBy(said, ({ remark }) => remark)
  const isFew = remarks.size <= mostRemarks
  const meanings = [...remarks].flatMap(([remark, all]) => {
    const meaning = meaningOf(remark, ['gone', 'suspended'])
    if (meaning === null && !isFew) return []
    const rows = all.length
    const examples = all.slice(0, 3).map(({ cell }) => cell)
    const answer = ask({
      id: `remark: ${remark}`,
      text: `What does “(${remark})” behind a name mean?`,
      choices: [
        ...choicesOf({ nothing: 'Nothing: they are here' }, { rows, examples }),
        ...choicesOf(meaningsOfRemarks, { rows }),
      ],
      proposed:
        meaning === 'gone' ? 'deactivated' : meaning === 'suspended' ? 'suspended' : 'nothing',
    })
    return answer === 'deactivated' || answer === 'suspended' ? [[remark, answer] as const] : []
  })
  return Object.fromEntries(meanings)
}
