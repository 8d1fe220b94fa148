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
    try {
      last = await read(last)
    } catch (error) {
      // A server that restarts says what has become of it once it is back.
      if (!(error instanceof MusterError) || error.status !== null) throw error
    }
    onRead(last)
  }
  return last
}
