import { median } from '../rows/median.ts'
import type { Budget } from '../rows/row.ts'

export const sectionIds = ['scim', 'ldap', 'lists'] as const
export type SectionId = (typeof sectionIds)[number]

/** A comparison of two sides, measured in turns. The ratio is the median of the rounds' own ratios, the first side's over the second's. */
export type Line = {
  what: string
  sides: readonly [string, string]
  unit: 'requests/s' | 'entries/s' | 'ms' | 'µs/row'
  figures: readonly [number, number]
  ratio: number
  ratios: readonly number[]
  budget?: Budget
  ok?: boolean
}

/** What a section found out, and sentences that belong to it. */
export type Findings = { lines: readonly Line[]; notes: readonly string[] }

type Comparison = Pick<Line, 'what' | 'sides' | 'unit' | 'budget'> & {
  /** The figures of both sides, round by round. */
  rounds: readonly (readonly [number, number])[]
}

export function compared({ rounds, budget, ...line }: Comparison): Line {
  const ratios = rounds.map(([one, other]) => one / other)
  const ratio = median(ratios)
  const figures = [0, 1].map((side) => median(rounds.map((round) => round[side === 0 ? 0 : 1])))
  const [one = 0, other = 0] = figures
  const measured = { ...line, figures: [one, other] as const, ratio, ratios }
  if (budget === undefined) return measured
  const ok = 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost
  return { ...measured, budget, ok }
}
