export type Budget = { atLeast: number } | { atMost: number }

/** One figure of a report: what was done, by which side, and how it went. */
export type Line = {
  what: string
  side: string
  value: number
  unit: '/s' | 'ns' | 'µs' | 'ms' | 's' | 'rows/s' | 'entries/s' | 'µs/row' | 'MB' | '%'
  /** Counts, sizes and what else belongs to it. */
  detail?: string
  /** How many times the value of the side that it is compared with; round by round where it was measured in turns. */
  ratios?: readonly number[]
  /** Of the ratio, or of the value where there is none. */
  budget?: Budget
}

/** What a part of a measurement found out, and sentences that belong to it. */
export type Findings = { lines: readonly Line[]; notes: readonly string[] }

/** The middle of the numbers; of an even count, the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

type Comparison = Pick<Line, 'what' | 'unit' | 'budget'> & {
  sides: readonly [string, string]
  /** The figures of both sides, round by round. */
  rounds: readonly (readonly [number, number])[]
  details?: readonly [string, string]
}

/** Two sides that were measured in turns: the first has the ratio, which is the median of the rounds' own. */
export function compared({ what, unit, budget, sides, rounds, details }: Comparison): Line[] {
  const ratios = rounds.map(([one, other]) => one / other)
  const lineOf = (at: 0 | 1): Line => ({
    what,
    side: sides[at],
    value: median(rounds.map((round) => round[at])),
    unit,
    detail: details?.[at] ?? '',
  })
  return [{ ...lineOf(0), ratios, ...(budget && { budget }) }, lineOf(1)]
}

/** Milliseconds that each round took, and what the processor spent on one: other work disturbs that less. */
export type Timing = { median: number; best: number; processor: number }

export function timeRounds(rounds: number, work: () => void): Timing {
  const processor = measureProcessor()
  const times = Array.from({ length: rounds }, () => timeOnce(work))
  return { median: median(times), best: Math.min(...times), processor: processor() / rounds }
}

/** Starts to count this process's CPU time; the returned function gives the milliseconds since. */
export function measureProcessor(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** Milliseconds. */
export function timeOnce(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** The result of the work, and the milliseconds that it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ given: T; took: number }> {
  const startedAt = performance.now()
  const given = await work()
  return { given, took: performance.now() - startedAt }
}

export function count(number: number): string {
  return Math.round(number).toLocaleString('en')
}

/** Three digits that mean something, or all of a large number. */
export function formatFigure(figure: number): string {
  return figure >= 100 ? count(figure) : figure.toPrecision(3)
}
