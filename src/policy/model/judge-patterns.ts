import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Semaphore } from '../../database/semaphore.ts'
import { isJudged, rememberVerdict } from '../../engine/pattern.ts'

/** So many are compiled in some milliseconds. */
const judgedAtOnce = 2

const turns = new Semaphore(1)
let thread: Worker | undefined

/**
 * Finds out in a thread which of these patterns are refused: compiling the fifty of a rule takes a hundred milliseconds. Reading the
 * conditions that have them then takes no time.
 */
export async function judgePatterns(all: readonly string[]): Promise<void> {
  const patterns = [...new Set(all)].filter((pattern) => !isJudged(pattern))
  if (patterns.length <= judgedAtOnce) return
  const refusals = await turns.run(() => judgeInThread(patterns))
  for (const [index, refusal] of refusals.entries()) rememberVerdict(patterns[index] ?? '', refusal)
}

async function judgeInThread(patterns: readonly string[]): Promise<(string | null)[]> {
  thread ??= new Worker(new URL('./pattern-thread.ts', import.meta.url)).once('exit', () => {
    thread = undefined
  })
  thread.ref()
  const judged = once(thread, 'message')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  thread.postMessage(patterns)
  try {
    const [refusals] = await judged
    // The thread sends nothing else.
    return refusals
  } finally {
    thread?.unref()
  }
}
