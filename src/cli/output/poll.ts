import { setTimeout as sleep } from 'node:timers/promises'
import { MusterError } from '../../../sdk/src/index.ts'

const pauses = { first: 100, longest: 2000 }

type Polled<T> = {
  isOver: (last: T) => boolean
  read: (last: T) => Promise<T>
  onRead: (read: T) => void
}

/** What goes on at a server once it is over. An interruption ends the command, not the work. */
export async function poll<T>(begun: T, { isOver, read, onRead }: Polled<T>): Promise<T> {
  let last = begun
  for (let pause = pauses.first; !isOver(last); pause = Math.min(pauses.longest, pause * 1.5)) {
    await sleep(pause)
    last = await readAgain(last)
    onRead(last)
  }
  return last

  /** A server that restarts meanwhile says what has become of it once it is back. */
  async function readAgain(before: T): Promise<T> {
    try {
      return await read(before)
    } catch (error) {
      if (error instanceof MusterError && error.status === null) return before
      throw error
    }
  }
}
