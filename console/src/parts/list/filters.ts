import type { InitArgument, ListPath } from 'muster-sdk'
import type { Filter } from '../filter-bar.tsx'
import { stateLooks } from '../state-looks.ts'
import { startOf, type Asked } from './narrowing.ts'

type Parameters<P extends ListPath> = NonNullable<NonNullable<InitArgument<'get', P>[0]>['params']>
/** What a list of the API can be asked for. */
export type QueryOf<P extends ListPath> = NonNullable<
  Parameters<P> extends { query?: infer Query } ? Query : never
>
/** The filters that a list of the API takes, such as `filter[state]`. */
export type FilterOf<P extends ListPath> = Extract<keyof QueryOf<P>, `filter[${string}]`>

/** A filter of a list, declared once: its chip, its name in the address, what the API is asked for, and how it is cleared. */
export type ListFilter<Field extends string = never> = Filter & Asked<Field>

/** Chooses among states, which have words of their own. */
export function stateFilter<Field extends string = 'filter[state]'>(
  label: string,
  states: readonly string[],
  { key = 'state', ...rest }: { key?: string; field?: Field; usual?: string } = {},
): ListFilter<Field | 'filter[state]'> {
  const options = states.map((value) => ({ value, label: stateLooks(value).word }))
  return { field: 'filter[state]', ...rest, key, label, options }
}

/** Chooses among the values of the API that `words` names. */
export function wordFilter<Field extends string>(
  key: string,
  field: Field,
  label: string,
  words: Readonly<Record<string, string>>,
): ListFilter<Field> {
  const options = Object.entries(words).map(([value, word]) => ({ value, label: word }))
  return { key, field, label, options }
}

/** Yes or no. Both of them are no filter. */
export function flagFilter<Field extends string>(
  key: string,
  field: Field,
  label: string,
  [yes, no]: readonly [string, string],
): ListFilter<Field> {
  return {
    ...wordFilter(key, field, label, { true: yes, false: no }),
    ask: (chosen) => (chosen === 'true' || chosen === 'false' ? chosen : undefined),
  }
}

const usualDays = [7, 30, 90, 365]

/** Chooses the last so many days. */
export function sinceFilter<Field extends string>(
  key: string,
  field: Field,
  label: string,
  days: readonly number[] = usualDays,
): ListFilter<Field> {
  return {
    key,
    field,
    label,
    options: days.map((each) => ({ value: `${each}`, label: `Last ${each} days` })),
    ask: (chosen) => startOf(days, chosen),
  }
}

/** Chooses among records, by what is sent of them. */
export function recordFilter<Field extends string, Row>(
  key: string,
  field: Field,
  label: string,
  rows: readonly Row[] | undefined,
  optionOf: (row: Row) => readonly [value: string, label: string],
): ListFilter<Field> {
  const options = (rows ?? []).map((row) => {
    const [value, word] = optionOf(row)
    return { value, label: word }
  })
  return { key, field, label, options }
}
