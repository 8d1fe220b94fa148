import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { after } from 'node:test'

/** A reverse proxy on loopback that passes what is below a path to a server. */
type ReverseProxy = {
  /** The address at which browsers reach the server. */
  address: string
  /** The port of the server. */
  upstream: number
  /** Takes the path off, as some proxies do. */
  strips: boolean
  /** What was asked for beside the path. */
  escaped: string[]
}

/** Starts one; it ends with the test file. */
export async function startReverseProxy(path: string): Promise<ReverseProxy> {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (url !== path && !url.startsWith(`${path}/`)) {
      proxy.escaped.push(url)
      outgoing.writeHead(404).end()
      return
    }
    const target = proxy.strips ? url.slice(path.length) || '/' : url
    const sent = request(
      { host: '127.0.0.1', port: proxy.upstream, method, path: target, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const address = `http://127.0.0.1:${bound.port}${path}`
  const proxy: ReverseProxy = { address, upstream: 0, strips: false, escaped: [] }
  return proxy
}
