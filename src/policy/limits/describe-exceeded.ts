import type { Exceeded } from './counting.ts'

const named = 3

/** What is exceeded, in a sentence or a few; `nameOf` a ruleset (a uuid), or undefined for one that is not named. */
export function describeExceeded(
  exceeded: readonly Exceeded[],
  nameOf: (rulesetId: string) => string | undefined,
): string {
  const shown = exceeded.slice(0, named).map((each) => describeLimit(each, nameOf))
  const more = exceeded.length - shown.length
  if (more === 1) shown.push('One more limit is exceeded.')
  if (more > 1) shown.push(`${more} more limits are exceeded.`)
  return shown.join(' ')
}

/** The name of a ruleset that only the change would make. */
export const newRuleset = 'a new ruleset'

/** One limit in a sentence; `nameOf` a ruleset (a uuid), or undefined for one that is not named. */
export function describeLimit(
  { scope, direction, rulesetId, people, size, percent, least }: Exceeded,
  nameOf: (rulesetId: string) => string | undefined,
): string {
  if (scope === 'caller')
    return `One caller would end, or give exceptions to, ${people} people within 24 hours; the limit is ${least}.`
  if (scope === 'settings')
    return 'It loosens a limit, or what keeps one person from changing it, where `requires_second_approval` is set.'
  const ruleset =
    rulesetId === null ? null : (nameOf(rulesetId) ?? 'a ruleset that you may not see')
  const limit =
    percent === 0 ? `more than ${least}` : `more than ${percent} % and more than ${least}`
  // More can gain a ruleset than have it.
  const moved = people > size ? `${people}` : `${people} of ${size}`
  return `${moved} ${whatHappens(direction, ruleset)} within 24 hours; the limit is ${limit}.`
}

function whatHappens(direction: Exceeded['direction'], ruleset: string | null): string {
  const where = ruleset ?? 'access in all rulesets together'
  switch (direction) {
    case 'accounts':
      return 'accounts of the source would stop being active'
    case 'change_role':
      return `people would change role in ${ruleset ?? 'all rulesets together'}`
    case 'lose':
    case 'gain':
    case 'named':
    case 'loosen':
      return `people would ${direction === 'gain' ? 'gain' : 'lose'} ${where}`
  }
}
