import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { portOf, proxiedUrl, upstreamOf } from './proxy.ts'

/** One message of PostgreSQL's protocol: its type, and all of it. */
type Message = { type: string; bytes: Buffer }

/**
 * A pooler in transaction mode, on loopback: each transaction gets the session that became free last, of any
 * client. Like PgBouncer it gives its clients its own process ids. @returns the URL of the database through it
 */
export async function transactionPoolerTo(databaseUrl: string): Promise<string> {
  const free: Socket[] = []
  const clientOf = new Map<Socket, Socket>()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    let session: Socket | undefined
    const opened = upstreamOf(databaseUrl)
    const release = (used: Socket) => {
      clientOf.delete(used)
      free.push(used)
      session = undefined
    }
    sessions.set(client, release)
    for (const socket of [client, opened]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    session = opened
    clientOf.set(opened, client)
    client.on('data', (data: Buffer) => {
      session ??= free.pop()
      if (session === undefined) return void client.destroy()
      clientOf.set(session, client)
      session.write(data)
    })
    let rest = Buffer.alloc(0)
    opened.on('data', (data: Buffer) => {
      const { messages, left } = split(Buffer.concat([rest, data]))
      rest = Buffer.from(left)
      for (const { type, bytes } of messages) {
        const to = clientOf.get(opened)
        if (type === 'K') randomBytes(4).copy(bytes, 5)
        to?.write(bytes)
        const isIdle = type === 'Z' && bytes.toString('latin1', 5) === 'I'
        if (isIdle && to !== undefined) sessions.get(to)?.(opened)
      }
    })
  })
  const sessions = new Map<Socket, (used: Socket) => void>()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return proxiedUrl(databaseUrl, portOf(server.address()))
}

function split(buffer: Buffer): { messages: Message[]; left: Buffer } {
  const messages: Message[] = []
  let at = 0
  while (buffer.length >= at + 5 && buffer.length >= at + 1 + buffer.readInt32BE(at + 1)) {
    const end = at + 1 + buffer.readInt32BE(at + 1)
    const bytes = buffer.subarray(at, end)
    messages.push({ type: bytes.toString('latin1', 0, 1), bytes })
    at = end
  }
  return { messages, left: buffer.subarray(at) }
}
