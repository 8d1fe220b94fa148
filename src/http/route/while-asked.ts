import type { IncomingMessage } from 'node:http'
import { ClientGone } from '../refusals/problem.ts'

/** Does long work for a request. The signal aborts it once the client has gone: it is to end then, and nobody reads its answer. */
export async function whileAsked<T>(
  { socket }: Pick<IncomingMessage, 'socket'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const going = new AbortController()
  const abort = () => going.abort()
  if (socket.destroyed) abort()
  socket.once('close', abort)
  try {
    return await work(going.signal)
  } catch (error) {
    throw going.signal.aborted ? new ClientGone() : error
  } finally {
    socket.off('close', abort)
  }
}
