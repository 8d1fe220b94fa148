const tries = 5

/**
 * Fails if the work takes longer than that each time. A machine that does other work, and pauses, slows down some of the
 * tries; work that is too slow by itself is so in each of them.
 */
export async function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const taken: number[] = []
  while (taken.length < tries) {
    const begin = performance.now()
    const result = await work()
    taken.push(Math.round(performance.now() - begin))
    if (taken.every((each) => each >= milliseconds)) continue
    return result
  }
  throw new Error(`it took ${taken.join(', ')} ms, of at most ${milliseconds} ms`)
}
