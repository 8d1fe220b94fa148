import { setImmediate as nextTurn } from 'node:timers/promises'

const itemsPerTurn = 5_000

/** The items in their order, with a turn for whoever else waits for the process after every few of them. */
export async function* unhurried<T>(items: Iterable<T>): AsyncGenerator<T> {
  let taken = 0
  for (const item of items) {
    yield item
    taken += 1
    if (taken % itemsPerTurn === 0) await nextTurn()
  }
}
