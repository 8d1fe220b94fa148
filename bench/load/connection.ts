import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerEnd } from './http.ts'

/** One keep-alive connection on loopback with at most one request in flight. */
export type Connection = {
  /** Sends a request; `onAnswer` gets the whole answer, whose bytes are only lent. */
  send(request: Buffer): void
  close(): void
}

type Handlers = { onAnswer: (answer: Buffer) => void; onError: (error: Error) => void }

/** Opens one. Bytes are read into one buffer over and over: a client that allocates would measure itself. */
export async function openConnection(port: number, handlers: Handlers): Promise<Connection> {
  let pending: Buffer | undefined
  const read = (chunk: Buffer) => {
    const bytes = pending === undefined ? chunk : Buffer.concat([pending, chunk])
    const end = answerEnd(bytes)
    if (end === undefined) {
      // The chunk lies in the buffer that the next one overwrites.
      pending = bytes === chunk ? Buffer.from(chunk) : bytes
      return
    }
    if (end !== bytes.length) throw new Error('more came than was asked for')
    pending = undefined
    handlers.onAnswer(bytes)
  }
  const socket = connectReading(port, (chunk) => {
    try {
      read(chunk)
    } catch (error) {
      handlers.onError(error instanceof Error ? error : new Error(String(error)))
    }
  })
  await once(socket, 'connect')
  socket.on('error', handlers.onError)
  return {
    send: (request) => void socket.write(request),
    close: () => void socket.destroy(),
  }
}

function connectReading(port: number, read: (chunk: Buffer) => void): Socket {
  const buffer = Buffer.allocUnsafeSlow(256 * 1024)
  return connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: {
      buffer,
      callback: (length) => {
        read(buffer.subarray(0, length))
        return true
      },
    },
  })
}
