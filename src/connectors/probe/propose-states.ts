import type { StateSource } from '../file/mapping.ts'
import { blank } from '../file/read-state.ts'
import { tableKey } from '../file/value-path.ts'
import { columnOf, placeIn, rowsOfDays, type Column } from './columns.ts'
import { choiceOf, choicesOf, type Ask } from './question.ts'
import { fields, meaningOf, type Field, type WordMeaning } from './words.ts'

type Options = {
  ask: Ask
  hasLastDay: boolean
  /** Columns that are read for something else. */
  isTaken: (column: Column) => boolean
}

const none = '(none)'
/** A column of states has few different values. Of one that is called so, no more are asked about: others have no meaning yet. */
const mostValues = 25

/** Which columns say who is there, and what each of their values means. */
export function proposeStates(
  columns: readonly Column[],
  { ask, hasLastDay, isTaken }: Options,
): { sources: StateSource[]; new_values: string[] } {
  const possible = columns.filter((column) => !isTaken(column) && mayHaveStates(column))
  const named = possible.filter((column) => fieldOf(column) !== undefined && saysStates(column))
  const found = named.length > 0 ? named : askColumn(possible, { ask, hasLastDay })
  const dated = columns.filter((column) => !named.includes(column)).flatMap(sourceOfDays)
  const asked = found.map((column) => askValues(column, ask))
  return {
    sources: [...asked.map(({ source }) => source), ...dated],
    new_values: newValues(asked),
  }
}

/** A table that has been asked about says who is new, though it may have nobody who is. */
function newValues(asked: readonly { new_values: readonly string[] }[]): string[] {
  const values = [...new Set(asked.flatMap((each) => each.new_values))]
  return asked.length > 0 && values.length === 0 ? ['staged'] : values
}

/** A column such as `deleted_at`, which has a day once it has happened. */
function sourceOfDays(column: Column): StateSource[] {
  if (column.filled > 0 && rowsOfDays(column) * 2 <= column.filled) return []
  const path = column.name
  if (placeIn('gone_at', column) !== undefined)
    return [{ path, day: true, values: { true: 'deactivated' } }]
  if (placeIn('suspended_at', column) !== undefined)
    return [{ path, day: true, values: { true: 'suspended' } }]
  return []
}

function mayHaveStates(column: Column): boolean {
  const { counts, filled, isOfDays, isOfAddresses } = column
  if (filled === 0 || isOfDays || isOfAddresses) return false
  if (fieldOf(column) !== undefined) return true
  const repeats = counts.length < filled || saysStates(column)
  return repeats && counts.length <= Math.min(mostValues, Math.max(3, filled / 2))
}

const stateFields = [
  'state',
  'is_active',
  'is_enabled',
  'is_suspended',
  'is_gone',
] as const satisfies Field[]

function fieldOf(column: Column): (typeof stateFields)[number] | undefined {
  return stateFields.find((field) => placeIn(field, column) !== undefined)
}

const ofStates = ['active', 'suspended', 'staged', 'gone'] as const satisfies WordMeaning[]
const ofAnswers = ['yes', 'no'] as const satisfies WordMeaning[]

/** Whether any value is a usual state; a state of a country is none. */
function saysStates({ counts }: Column): boolean {
  return counts.some(([value]) => meaningOf(value, [...ofStates, ...ofAnswers]) !== null)
}

/** A column with more different values, or with longer ones, is seldom one of states. */
const mostCodes = { values: 8, length: 10 }

/** Whether a column whose name says nothing else has a few short values, as `A` and `X`. A long number is of a place or a year. */
function mayBeCodes(column: Column): boolean {
  const { counts, cells, filled } = column
  if (fields.some((field) => placeIn(field, column) !== undefined)) return false
  const { length } = counts
  const differ = length > 1 || filled < cells.length
  const isCode = ([value]: Column['counts'][number]) =>
    value.length <= mostCodes.length && !/^\d{4,}$/.test(value)
  return differ && length <= mostCodes.values && counts.every(isCode)
}

/** Asks which column says who is there, where none is called so. A last day says it too, but someone who has left may have none. */
function askColumn(
  possible: readonly Column[],
  { ask, hasLastDay }: Pick<Options, 'ask' | 'hasLastDay'>,
): Column[] {
  if (possible.length === 0) return []
  const answer = ask({
    id: 'state',
    text: 'Which column says who is still here?',
    choices: [
      ...choicesOf({
        [none]: hasLastDay ? 'None: the last day says it' : 'None: everyone in the file is here',
      }),
      ...possible.map(choiceOf),
    ],
    proposed: likelyColumn(possible),
  })
  const column = possible.find(({ name }) => name === answer)
  return column === undefined ? [] : [column]
}

/** The column with usual states, else none; null where someone has to say it, since another column may have them. */
function likelyColumn(possible: readonly Column[]): string | null {
  const withAny = (meanings: readonly WordMeaning[]) =>
    possible.find(({ counts }) => counts.some(([value]) => meaningOf(value, meanings) !== null))
  const sure = withAny(['suspended', 'staged', 'gone'])
  if (sure !== undefined) return sure.name
  const known = withAny(ofStates)
  const others = possible.filter(
    (column) => column !== known && (fieldOf(column) !== undefined || mayBeCodes(column)),
  )
  return others.length > 0 ? null : (known?.name ?? none)
}

const states = {
  active: 'Here',
  staged: 'Not here yet',
  suspended: 'Without access for now',
  deactivated: 'Has left',
} as const
type Meaning = keyof typeof states

function askValues(column: Column, ask: Ask): { source: StateSource; new_values: string[] } {
  const { counts, cells, filled } = column
  const empty = cells.length - filled
  const asked = counts.slice(0, mostValues)
  const values = [...asked, ...(empty > 0 ? [[blank, empty] as const] : [])]
  const field = fieldOf(column) ?? 'state'
  const said = values.map(([value, rows]) => {
    const answer = ask({
      id: `means: ${column.name} = ${value}`,
      text:
        value === blank
          ? `What does an empty cell in ${column.name} mean?`
          : `What does “${value}” in ${column.name} mean?`,
      choices: choicesOf(states, { rows }),
      proposed: usualMeaning(value, field),
    })
    return { key: tableKey(value) ?? '', answer }
  })
  const meanings = said.flatMap(({ key, answer }) =>
    isMeaning(answer) ? [[key, answer === 'staged' ? 'suspended' : answer] as const] : [],
  )
  return {
    source: {
      path: column.name,
      values: Object.fromEntries(meanings),
      ...(empty > 0 && { blank_counts: true }),
    },
    new_values: said.flatMap(({ key, answer }) => (answer === 'staged' ? [key] : [])),
  }
}

function isMeaning(answer: string | null): answer is Meaning {
  return answer !== null && Object.hasOwn(states, answer)
}

const byWord = {
  active: 'active',
  suspended: 'suspended',
  staged: 'staged',
  gone: 'deactivated',
} as const

/** What yes and no mean in a column that is called so. */
const ofAnswer = {
  state: null,
  is_active: { yes: 'active', no: 'deactivated' },
  is_enabled: { yes: 'active', no: 'suspended' },
  is_suspended: { yes: 'suspended', no: 'active' },
  is_gone: { yes: 'deactivated', no: 'active' },
} as const

/** What a value usually means in such a column; null where someone has to say it, as of an empty cell that may mean that someone is here. */
function usualMeaning(value: string, field: (typeof stateFields)[number]): Meaning | null {
  const answers = ofAnswer[field]
  if (value === blank) return answers?.no === 'active' ? 'active' : null
  const answer = meaningOf(value, ofAnswers)
  if (answers !== null && answer !== null) return answers[answer]
  const word = meaningOf(value, ofStates)
  return word === null ? null : byWord[word]
}

/** The column that is usually called so; for products whose tables have states that the product has not. */
export function hasStateColumn(columns: readonly Column[]): boolean {
  return (
    columns.some(
      (column) => fieldOf(column) !== undefined && mayHaveStates(column) && saysStates(column),
    ) || columnOf('last_day', columns, (column) => column.isOfDays) !== undefined
  )
}
