import type { DateOrder } from '../file/mapping.ts'
import { columnOf, placeIn, rowsOfDays, type Column } from './columns.ts'
import { choiceOf, choicesOf, type Ask } from './question.ts'

export type ProposedDays = {
  first_day: string[]
  ended_at: string[]
  date_order?: DateOrder
  /** All of days, also those that are neither. */
  columns: string[]
}

/** Where the name says that there are days, one that can't be read is a fault of its row, and not of the column. */
const isDay = (column: Column) =>
  column.isOfDays || column.filled === 0 || rowsOfDays(column) * 2 > column.filled

const ofPeople = ['first_day', 'last_day'] as const

/** The columns of the first and the last day, and the order of their dates where that shows. */
export function proposeDays(columns: readonly Column[], ask: Ask): ProposedDays {
  const dates = columns.filter((column) => column.isOfDays)
  const ofEvents = ['others', 'first_day', 'last_day', 'gone_at', 'suspended_at'] as const
  const named = {
    first_day: columnOf('first_day', columns, isDay),
    last_day: columnOf('last_day', columns, isDay),
  }
  const open = dates.filter(
    (column) =>
      !column.isOfTimes &&
      !Object.values(named).includes(column) &&
      ofEvents.every((field) => placeIn(field, column) === undefined),
  )
  const doubtful = columns.filter(
    (column) =>
      !isDay(column) &&
      rowsOfDays(column) > 0 &&
      ofPeople.some((field) => placeIn(field, column) !== undefined),
  )
  const asked = [...doubtful, ...open]
    .slice(0, mostAsked)
    .map((column) => ({ column, answer: askDay(column, ask) }))
  const answered = (day: string) => asked.find(({ answer }) => answer === day)?.column
  const firsts = [answered('first_day'), named.first_day].filter((column) => column !== undefined)
  const last = answered('last_day') ?? named.last_day
  const read = [...firsts, last].filter((column) => column !== undefined)
  const order = orderOf(read, ask)
  return {
    // Who came back has a later one.
    first_day: firsts.map(({ name }) => name),
    ended_at: last === undefined ? [] : [last.name],
    ...(order !== null && { date_order: order }),
    columns: [...dates, ...read].map(({ name }) => name),
  }
}

/** More columns of dates are of other things. */
const mostAsked = 4

function askDay(column: Column, ask: Ask): string | null {
  const labels = {
    neither: 'Another date',
    first_day: 'The first day of a person',
    last_day: 'The last day of a person, after which they have left',
  }
  return ask({
    id: `day: ${column.name}`,
    text: `What is the date in ${column.name}?`,
    choices: choicesOf(labels, choiceOf(column)),
    proposed: null,
  })
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}\b/

/** The order that the values show, else the answer; null where no date can be read in two ways. */
function orderOf(columns: readonly Column[], ask: Ask): DateOrder | null {
  const dates = columns.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const [, one, other] = slashed.exec(cell) ?? []
      return one === undefined ? [] : [{ cell, one: Number(one), other: Number(other) }]
    }),
  )
  if (dates.length === 0) return null
  const dayFirst = dates.some(({ one }) => one > 12)
  const monthFirst = dates.some(({ other }) => other > 12)
  if (dayFirst !== monthFirst) return dayFirst ? 'day_first' : 'month_first'
  const examples = [...new Set(dates.map(({ cell }) => cell))].slice(0, 3)
  const labels = { day_first: 'The day', month_first: 'The month' }
  const answer = ask({
    id: 'date order',
    text: 'What comes first in dates such as 03/04/2026?',
    choices: choicesOf(labels, { rows: dates.length, examples }),
    proposed: null,
  })
  return answer === 'day_first' || answer === 'month_first' ? answer : null
}
