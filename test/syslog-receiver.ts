import { once } from 'node:events'
import { after } from 'node:test'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'

/** A message of RFC 5424, in its parts. */
export type SyslogMessage = { head: string; structure: Record<string, string>; row: any } // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape

const shape =
  /^<110>1 (?<head>\S+ \S+ muster \d+ \S{1,32}) \[muster@32473(?<structure>(?: \w+="(?:[^"\\\]]|\\["\\\]])*")*)\] (?<row>\{.*\})$/

/** The messages of a stream that counts octets (RFC 5425), and what is left. Throws for anything else. */
function messagesIn(bytes: Buffer): { messages: SyslogMessage[]; rest: Buffer } {
  const messages: SyslogMessage[] = []
  let rest = bytes
  for (;;) {
    const [frame, length] = /^([1-9]\d{0,6}) /.exec(rest.toString('latin1', 0, 8)) ?? []
    if (frame === undefined || rest.length < frame.length + Number(length))
      return { messages, rest }
    const text = rest.toString('utf8', frame.length, frame.length + Number(length))
    const { head = '', structure = '', row = '' } = shape.exec(text)?.groups ?? {}
    if (row === '') throw new Error(`no message of RFC 5424: ${text}`)
    const params = [...structure.matchAll(/ (\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll(/\\(.)/g, '$1')],
    )
    messages.push({ head, structure: Object.fromEntries(params), row: JSON.parse(row) })
    rest = rest.subarray(frame.length + Number(length))
  }
}

/** A server of syslog over TLS that keeps what it read. `accept` is told of each connection, and may break it off. */
export async function startSyslogServer(
  tls: TlsOptions,
  accept: (socket: TLSSocket, reset: () => void) => void = () => undefined,
) {
  const messages: SyslogMessage[] = []
  const sockets = new Set<TLSSocket>()
  const plain = new Map<number | undefined, Socket>()
  const server = createServer(tls, (socket) => {
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      const read = messagesIn(Buffer.concat([rest, chunk]))
      messages.push(...read.messages)
      rest = Buffer.from(read.rest)
    })
    accept(socket, () => plain.get(socket.remotePort)?.resetAndDestroy())
  })
  server.on('connection', (socket) => plain.set(socket.remotePort, socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  after(stop)
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    messages,
    stop,
  }
}
