import type { TestContext } from 'node:test'
import type { LoopDelay } from './loop-delay.ts'

/** How long the requests of the owner took, in milliseconds. */
export type Times = { describe: number[]; list: number[]; patch: number[] }

/** What was measured while nothing (`idle`) or one attack went on. */
export type Round = { name: string; times: Times; loop: LoopDelay }

const kinds = ['describe', 'list', 'patch'] as const
const mostTimesIdle = 3
const mostMilliseconds = 20

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Prints what was measured, with what exceeds a budget. @returns what does */
export function reportRounds(context: TestContext, rounds: readonly Round[]): string[] {
  const byName = Map.groupBy(rounds, ({ name }) => name)
  const idle = byName.get('idle') ?? []
  const p99Of = (of: readonly Round[], kind: keyof Times) =>
    p99(of.flatMap(({ times }) => times[kind]))
  const misses: string[] = []
  for (const [name, of] of byName) {
    const own = median(of.map(({ loop }) => loop.own.p99))
    const ratios = kinds.map((kind) => {
      const [before, during] = [p99Of(idle, kind), p99Of(of, kind)]
      const ratio = during / before
      if (ratio > mostTimesIdle) misses.push(`${name}: ${kind} ${ratio.toFixed(1)} × idle`)
      return `${kind} ${during.toFixed(1)} ms (${ratio.toFixed(1)} ×)`
    })
    if (own > mostMilliseconds) misses.push(`${name}: event loop ${own.toFixed(1)} ms`)
    context.diagnostic(
      `${name}: p99 of ${ratios.join(', ')}; the event loop was late by ${own.toFixed(1)} ms (p99 of its own time; ` +
        `${median(of.map(({ loop }) => loop.delay.p99)).toFixed(1)} with waits for a processor; longest ${Math.max(...of.map(({ loop }) => loop.own.max)).toFixed(0)})`,
    )
  }
  return misses
}
