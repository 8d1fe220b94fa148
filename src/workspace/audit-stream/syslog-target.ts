import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { syslogFrame } from './stream-lines.ts'
import type { StreamTarget } from './stream-target.ts'
import type { AuditStreamSettings } from './stream-settings.ts'

type SyslogSettings = Extract<AuditStreamSettings, { kind: 'syslog' }>

/** For a connection, for what is written to leave, and for the other side to end. */
const timeoutMilliseconds = 10_000

/**
 * A syslog server over TLS (RFC 5425). Syslog has no acknowledgements, and a byte that has left may be lost with the connection. So
 * rows are settled by the end of the connection: our close_notify follows them, and the server closes its side, without an error,
 * only once it has read all of them. Whatever else ends a connection leaves them unsettled.
 */
export function syslogTarget(settings: SyslogSettings): StreamTarget {
  let open: Connection | undefined
  return {
    unsettled: { rows: 5000, milliseconds: 10_000 },
    async write(rows) {
      open ??= new Connection(await connected(settings), settings)
      await open.write(rows.map((row) => syslogFrame(row, settings.mostBytes)).join(''))
    },
    async settle() {
      const ending = open
      open = undefined
      await ending?.end()
    },
    async close() {
      open?.destroy()
      open = undefined
    },
  }
}

/** The certificates are read at each connection, so that renewed ones are used. */
async function connected(settings: SyslogSettings): Promise<TLSSocket> {
  const { host, port } = settings
  const [ca, cert, key] = await Promise.all(
    [settings.ca, settings.certificate, settings.key].map(async (path) =>
      path === undefined ? undefined : readFile(path),
    ),
  )
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = connect({
    host,
    port,
    ca,
    cert,
    key,
    ...name,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  })
  try {
    await within(socket, `${host}:${port} has not answered`, (done) =>
      socket.once('secureConnect', () => done()),
    )
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

class Connection {
  readonly #socket: TLSSocket
  readonly #name: string
  #fault: Error | undefined
  #isEnding = false

  constructor(socket: TLSSocket, { host, port }: SyslogSettings) {
    this.#socket = socket
    this.#name = `${host}:${port}`
    socket.on('error', (error) => (this.#fault ??= error))
    socket.on('end', () => {
      if (!this.#isEnding) this.#fault ??= new Error(`${this.#name} has closed the connection`)
    })
    // What the server says means nothing, and is not kept; its end is seen only by reading.
    socket.resume()
  }

  async write(text: string): Promise<void> {
    this.#requireWhole()
    await within(this.#socket, `${this.#name} takes nothing`, (done) =>
      this.#socket.write(text, 'latin1', (error) => done(error ?? undefined)),
    )
    this.#requireWhole()
  }

  async end(): Promise<void> {
    this.#requireWhole()
    this.#isEnding = true
    await within(this.#socket, `${this.#name} has not closed its side`, (done) => {
      this.#socket.once('end', () => done())
      this.#socket.end()
    }).finally(() => this.destroy())
    this.#requireWhole()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #requireWhole(): void {
    if (this.#fault !== undefined) throw this.#fault
  }
}

/** What calls `done`, before the socket fails or the time is over. */
function within(
  socket: TLSSocket,
  late: string,
  begin: (done: (error?: Error) => void) => unknown,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => done(new Error(`${late} for ${timeoutMilliseconds / 1000} s`)),
      timeoutMilliseconds,
    )
    const done = (error?: Error) => {
      clearTimeout(timer)
      socket.off('error', done)
      socket.off('close', closed)
      if (error === undefined) resolve()
      else reject(error)
    }
    const closed = () => done(new Error('the connection was closed'))
    socket.once('error', done)
    socket.once('close', closed)
    begin(done)
  })
}
