import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after } from 'node:test'

/**
 * The fate of the next connection that commits: it continues, or is cut before PostgreSQL gets the COMMIT or after it
 * has committed. Later ones continue.
 */
export type AtCommit = 'pass' | 'cut before' | 'cut after'

/** A proxy between a process and its PostgreSQL, on loopback. */
type Proxy = {
  url: string
  atCommit: AtCommit
  refuses: boolean
  /** Nothing passes any more, and nothing is closed, as where a firewall forgot a connection. */
  isSilent: boolean
}

export async function proxyTo(databaseUrl: string): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = upstreamOf(databaseUrl)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    if (proxy.refuses) client.destroy()
    client.on('data', (data) => {
      if (proxy.isSilent) return
      if (proxy.atCommit === 'cut before' && data.includes('commit\0')) cut(client)
      else upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (proxy.isSilent) return
      if (proxy.atCommit === 'cut after' && data.includes('COMMIT\0')) cut(client)
      else client.write(data)
    })
  })
  const cut = (client: Socket) => {
    proxy.atCommit = 'pass'
    client.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = proxiedUrl(databaseUrl, portOf(server.address()))
  const proxy: Proxy = { url, atCommit: 'pass', refuses: false, isSilent: false }
  return proxy
}

/** A connection to the PostgreSQL of a URL. */
export function upstreamOf(databaseUrl: string): Socket {
  const { port, hostname, searchParams } = new URL(databaseUrl)
  const socketDirectory = searchParams.get('host')
  return socketDirectory === null
    ? connect(Number(port || 5432), hostname)
    : connect(`${socketDirectory}/.s.PGSQL.${port || 5432}`)
}

/** The same database through a port on loopback. */
export function proxiedUrl(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return address.port
}
