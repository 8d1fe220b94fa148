import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { takeListener } from './take-listener.ts'

/** With more requests waiting on a connection, nothing more is read from it. */
const maximumWaiting = 16

/** How many requests of a connection wait for an earlier answer. */
const waiting = new WeakMap<Socket, number>()

/**
 * Handles pipelined requests one after the other: a request is passed on when the one before it is answered, so what the
 * first changes (it may revoke the token of both) holds for the second. A client that sends faster than it is answered
 * fills the buffers of its connection, not the memory of this process.
 */
export function answerInOrder(server: Server): void {
  const inner = takeListener(server)
  server.on('connection', (socket: Socket) => socket.on('resume', pauseIfMany))
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // node:http gives a response its socket after the previous one has been sent.
    if (response.socket !== null) {
      inner(request, response)
      return
    }
    const { socket } = request
    waiting.set(socket, waitingOn(socket) + 1)
    pauseIfMany.call(socket)
    response.once('socket', () => {
      waiting.set(socket, waitingOn(socket) - 1)
      if (waitingOn(socket) === maximumWaiting) socket.resume()
      // A packet has a thousand requests: other connections get their turns between them.
      setImmediate(() => inner(request, response))
    })
  })
}

/** How many requests wait on a connection for the one that is being answered. */
export function waitingOn(socket: Socket): number {
  return waiting.get(socket) ?? 0
}

/** Pauses again, because node:http resumes after each request. */
function pauseIfMany(this: Socket): void {
  if (waitingOn(this) > maximumWaiting) this.pause()
}
