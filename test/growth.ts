import assert from 'node:assert/strict'
import { runInNewContext } from 'node:vm'

const tries = 5
/** What is too short to be compared. */
const floorMilliseconds = 10

/**
 * Fails if work on four times as much takes over eight times as long: linear work takes four times, quadratic work sixteen times.
 * It counts the time of this process, and fails only if each of some tries does. Work that does not end is ended.
 */
export async function assertGrowsLinearly(
  size: number,
  work: (size: number) => void | Promise<unknown>,
): Promise<void> {
  const taken: string[] = []
  // One try after the other.
  while (taken.length < tries) {
    const small = await spentOn(() => work(size))
    const large = await spentOn(() => work(4 * size))
    if (large <= 8 * small + floorMilliseconds) return
    taken.push(`${small.toFixed(1)} and ${large.toFixed(1)}`)
  }
  assert.fail(`${size} and ${4 * size} took ${taken.join(', ')} ms`)
}

/** Processor time in milliseconds. */
async function spentOn(work: () => void | Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await runInNewContext('work()', { work }, { timeout: 20_000 })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
