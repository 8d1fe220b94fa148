import { text } from './text.ts'

type Limit = {
  scope: string
  key?: string | null
  direction: string | null
  people: number
  size: number
  percent: number
  least: number
}

/** A limit that is exceeded, as a sentence. `name` is that of its ruleset; null where it has none that may be seen. */
export function limitWords(limit: Limit, name: string | null): string {
  const { scope, direction, people, size, percent, least } = limit
  const { limit: words } = text
  if (scope === 'caller') return words.caller(people, least)
  if (scope === 'settings') return words.loosened
  if (scope === 'manager_cycle') return words.cycle(people)
  if (scope === 'lost_column')
    return `${words.lostColumn(people, size, limit.key ?? '')} ${words.is(percent, least)}`
  if (direction === 'accounts')
    return `${words.accounts(people, size)}. ${words.is(percent, least)}`
  const place = name ?? (scope === 'ruleset' ? words.hidden : words.overall)
  return `${words.of(people, size)} ${verbOf(direction)} ${place}. ${words.is(percent, least)}`
}

function verbOf(direction: string | null): string {
  if (direction === 'gain') return text.limit.gain
  return direction === 'change_role' ? text.limit.change_role : text.limit.lose
}
