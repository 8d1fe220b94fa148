import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { freshRequestId, requestId } from './request-id.ts'

/** What node:http refuses before the framework sees it: in the shape of every other error, and the connection closed. */
export function refuseAsNodeWould(server: Server): void {
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    answerSocket(socket, 400, 'This server is not a proxy: send the path alone.'),
  )
}

/** Bytes that are no request, or one that is too slow in coming. */
export function refuseMalformedRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return answerSocket(socket, 431, 'The request headers are too large.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return answerSocket(socket, 413, 'The extensions of a chunk are too large.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return answerSocket(socket, 408, 'The request did not arrive in time.')
    default:
      return answerSocket(socket, 400, 'This is not a valid HTTP request.')
  }
}

/** HTTP/1.1 wants a Host; before it there was none. */
export function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== '1.1'
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ message: 'Expect can be 100-continue, and nothing else.' })
  response.writeHead(417, headersOf(body, requestId(request)))
  response.end(body)
}

/** Writes a whole answer, where there is no request that it could belong to. */
function answerSocket(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ message })
  const head = Object.entries(headersOf(body, freshRequestId()))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...head.map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )
}

function headersOf(body: string, id: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    connection: 'close',
  }
}
