import { median } from '../rows/median.ts'

/** Milliseconds that each round took, and what the processor spent on one: other work disturbs that less. */
export type Timing = { median: number; best: number; processor: number }

export function timeRounds(rounds: number, work: () => void): Timing {
  const processor = measureProcessor()
  const times = Array.from({ length: rounds }, () => timeOnce(work))
  return {
    median: median(times),
    best: Math.min(...times),
    processor: processor() / rounds,
  }
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

/** Megabytes of this process in memory, now and at most; and of them on the heap and in typed arrays. */
export function sayMemory(): string {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const peak = process.resourceUsage().maxRSS * 1024
  const [all, most, heap, arrays] = [rss, peak, heapUsed, arrayBuffers].map((bytes) =>
    Math.round(bytes / 1e6),
  )
  return `rss ${all} MB, at most ${most} MB, heap ${heap} MB, arrays ${arrays} MB`
}

export function count(number: number): string {
  return Math.round(number).toLocaleString('en')
}
