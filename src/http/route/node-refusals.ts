import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { uncachedHeaders, freshRequestId, requestId } from './request-id.ts'
import { Problem } from '../refusals/problem.ts'
import { apiProtocol, contentType } from './protocol.ts'

/**
 * Options of node:http under which {@link headProblem} finds everything. Duplicates of a header are joined by a comma
 * instead of dropped; the absence of Host is left to be refused in the shape of every other error.
 */
export const headOptions = { requireHostHeader: false, joinDuplicateHeaders: true }

/**
 * Requests that node:http refuses before the framework sees them: answered in the shape of every other error, and
 * the connection closed.
 */
export function refuseAsNodeWould(server: Server): void {
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    answerSocket(socket, 400, 'This server is not a proxy: send the path alone.'),
  )
}

/** Refuses bytes that are not a request, and a request that arrives too slowly. */
export function refuseMalformedRequest(
  error: Error & { code?: string; reason?: string },
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  if (refused.has(socket)) return void socket.end()
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return answerSocket(socket, 431, 'The request headers are too large.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return answerSocket(socket, 413, 'The extensions of a chunk are too large.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return answerSocket(socket, 408, 'The request did not arrive in time.')
    case 'HPE_INVALID_TRANSFER_ENCODING':
      if (isOtherCoding(error.reason)) return answerSocket(socket, 501, otherCoding)
      return answerSocket(socket, 400, 'The header Transfer-Encoding is not valid here.')
    default:
      return answerSocket(socket, 400, 'This is not a valid HTTP request.')
  }
}

const otherCoding = 'The only transfer coding that this server reads is chunked.'

/** By the parser's message: its code is the same for a header that is empty or comes with a Content-Length. */
function isOtherCoding(reason = ''): boolean {
  return /^(Request has invalid|Invalid) `Transfer-Encoding`/.test(reason)
}

/** Connections whose last head was refused. Further data gets no second answer. */
const refused = new WeakSet<Duplex>()

/** Why the head of a request is refused: it is ambiguous, or this server does not support it. */
export function headProblem(request: IncomingMessage): Problem | undefined {
  const problem = findHeadProblem(request)
  if (problem !== undefined) refused.add(request.socket)
  return problem
}

function findHeadProblem({ headers, httpVersion, rawHeaders }: IncomingMessage) {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return refusal(501, otherCoding)
  if (headers.host === undefined && httpVersion === '1.1')
    return refusal(400, 'An HTTP/1.1 request needs the header Host.')
  if (isRepeated('host', headers.host, rawHeaders))
    return refusal(400, 'Send the header Host once.')
  if (isRepeated('authorization', headers.authorization, rawHeaders))
    return refusal(400, 'Send the header Authorization once.')
  return undefined
}

/** Only a value with a comma can be two that were joined. */
function isRepeated(name: string, value: string | undefined, raw: readonly string[]): boolean {
  if (value === undefined || !value.includes(',')) return false
  return raw.filter((each, at) => at % 2 === 0 && each.toLowerCase() === name).length > 1
}

function refusal(status: number, message: string): Problem {
  return new Problem(status, message, { headers: { connection: 'close' } })
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const message = 'Expect can be 100-continue, and nothing else.'
  answerAtOnce(request, response, { status: 417, message })
}

type Refusal = { status: number; message: string; headers?: Record<string, string> }

/** Answers a request that the framework does not see, and closes its connection. */
export function answerAtOnce(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers = {} }: Refusal,
): void {
  const body = JSON.stringify({ message })
  response.writeHead(status, { ...headersOf(body, requestId(request)), ...headers })
  response.end(body)
}

/** Writes a whole answer when there is no request that it could belong to. */
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
    ...uncachedHeaders(id),
    'content-type': contentType(apiProtocol),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
}
