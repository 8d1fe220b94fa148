import { once } from 'node:events'
import { createServer } from 'node:net'

/** That port of that address; with 0, any free one. Throws the errors of listening there, such as `EADDRINUSE`. */
export async function freePort(host: string, port: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : port
  } finally {
    server.close()
  }
}
