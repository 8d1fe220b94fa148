import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { RestRequest, Transport } from '../../src/connectors/rest/transport.ts'
import { makeCertificates } from '../directories/test-certificates.ts'

/** A fake vendor that is reached by https, with a certificate of an authority of its own. */
export type ServedVendor = {
  /** As it is listed: an IPv6 address with its brackets. */
  host: string
  port: number
  url: string
  ca: string
  /** What answers from now on. */
  serve: (transport: Transport) => void
  close: () => Promise<void>
}

export async function serveVendor(host = '127.0.0.1'): Promise<ServedVendor> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-vendor-'))
  const { ca, key, certificate } = await makeCertificates(folder, host)
  let transport: Transport | undefined
  const server = createServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (request, response) => void answer(transport, request, response),
  )
  const port = await listen(server, host)
  const listed = isIP(host) === 6 ? `[${host}]` : host
  return {
    host: listed,
    port,
    url: `https://${listed}:${port}`,
    ca,
    serve: (next) => {
      transport = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function listen(server: Server, host: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, host, resolve)
  await promise
  const address: string | AddressInfo | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function answer(
  transport: Transport | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request)
  const wanted: RestRequest = {
    method: request.method === 'POST' ? 'POST' : 'GET',
    url: new URL(request.url ?? '', `https://${request.headers.host}`),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: body === '' ? undefined : body,
    signal: AbortSignal.timeout(60_000),
  }
  try {
    const {
      status,
      headers,
      text: sent,
    } = (await transport?.send(wanted)) ?? {
      status: 500,
      headers: {},
      text: '',
    }
    response.writeHead(status, headers).end(sent)
  } catch {
    response.destroy()
  }
}
