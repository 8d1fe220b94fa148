import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { RequestCounts } from '../http/route/request-counts.ts'
import type { Services } from '../http/route/services.ts'
import { FigureReader } from './database-figures.ts'
import { createRegistry } from './registry.ts'

export type MetricsOptions = {
  services: Services
  requests: RequestCounts
  host: string
  port: number
}

export type RunningMetrics = {
  port: number
  close(): Promise<void>
}

/**
 * Serves `GET /metrics`, and nothing else, on a port of its own without a credential: whoever may reach the port may read it. It
 * answers also while the database is down. Throws the errors of listening, such as `EADDRINUSE`.
 */
export async function startMetrics(options: MetricsOptions): Promise<RunningMetrics> {
  const { services, requests, host, port } = options
  const reader = new FigureReader(services.database)
  const registry = createRegistry({ services, requests, figures: () => reader.read() })
  const server = createServer({ requestTimeout: 5000 }, ({ method, url }, response) => {
    if (url !== '/metrics') return answer(response, 404, 'Metrics are at /metrics.\n')
    if (method !== 'GET') return answer(response, 405, 'Metrics can be read with GET.\n')
    registry.metrics().then(
      (text) => answer(response, 200, text, registry.contentType),
      () => answer(response, 500, 'The metrics could not be read.\n'),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  server.unref()
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await reader.close()
    },
  }
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  const headers = {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(status, status === 405 ? { ...headers, allow: 'GET' } : headers).end(text)
}
