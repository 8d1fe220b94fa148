import type { Budget } from '../rows/row.ts'

export const sectionIds = ['engine', 'peers', 'sql', 'system'] as const
export type SectionId = (typeof sectionIds)[number]

/** One figure of the report: the operation, the side that ran it, and the result. */
export type Line = {
  what: string
  side: string
  value: number
  unit: 'ns' | 'µs' | 'ms' | 's' | 'rows/s'
  /** Counts, sizes and other details. */
  detail: string
  /** How many times the value of the side that it is compared with. */
  ratio?: number
  /** A promise about the value or the ratio, and whether it is kept. */
  promise?: { of: 'value' | 'ratio'; budget: Budget; ok: boolean }
}

/** What a section found out: figures, and sentences that belong to them. */
export type Findings = { lines: Line[]; notes: string[] }

/** The line with a promise about its value, or about its ratio where it has one. */
export function promised(line: Line, budget: Budget): Line {
  const of = line.ratio === undefined ? 'value' : 'ratio'
  const figure = line.ratio ?? line.value
  const ok = 'atLeast' in budget ? figure >= budget.atLeast : figure <= budget.atMost
  return { ...line, promise: { of, budget, ok } }
}
