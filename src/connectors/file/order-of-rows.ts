import { dayAt } from '../../contract/days.ts'
import type { SourceAccount } from './source-record.ts'

type Row = Pick<SourceAccount, 'state' | 'line' | 'given'>

/** Whether a row of an account counts rather than another one of it, where nothing is known from before (see choose-rows.ts). */
export function precedes(one: Row, other: Row, today = dayAt(new Date(), 'UTC')): boolean {
  const places = [placeOf(one, today), placeOf(other, today)]
  const [first = [], second = []] = places
  const at = first.findIndex((value, index) => value !== second[index])
  return at >= 0 && (first[at] ?? 0) < (second[at] ?? 0)
}

function placeOf({ state, line, given }: Row, today: string): number[] {
  const firstDay = given?.firstDay ?? null
  const isAhead = firstDay !== null && firstDay > today
  const phase = state === 'deactivated' ? 2 : Number(isAhead)
  const newestFirst = firstDay === null ? Infinity : -Date.parse(firstDay)
  return [phase, Number((given?.state ?? state) !== 'active'), newestFirst, line]
}
