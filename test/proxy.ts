import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { after } from 'node:test'

/** What becomes of a connection that commits: it goes on, or is cut before PostgreSQL gets the COMMIT or after it did it. */
export type AtCommit = 'pass' | 'cut before' | 'cut after'

/** Stands between a process and its PostgreSQL, on loopback. */
type Proxy = { url: string; atCommit: AtCommit; refuses: boolean }

export async function proxyTo(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const socketDirectory = target.searchParams.get('host')
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream =
      socketDirectory === null
        ? connect(Number(target.port || 5432), target.hostname)
        : connect(`${socketDirectory}/.s.PGSQL.${target.port || 5432}`)
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
      if (proxy.atCommit === 'cut before' && data.includes('commit\0')) client.destroy()
      else upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (proxy.atCommit === 'cut after' && data.includes('COMMIT\0')) client.destroy()
      else client.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(portOf(server.address()))
  const proxy: Proxy = { url: url.href, atCommit: 'pass', refuses: false }
  return proxy
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return address.port
}
