import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { certificatesIn } from '../../outgoing/certificates.ts'
import { checkedLookup, requireAddress } from '../../outgoing/checked-lookup.ts'
import { hostOf } from '../../outgoing/listed-hosts.ts'
import { currentTracer, traced } from '../../tracing/trace.ts'
import type { Pacing } from './pacing.ts'

export type RestRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  signal: AbortSignal
}

/** What came back, whatever it says. Names of headers are in lower case. */
export type RawAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

/** Sends one request. @throws if there is no complete answer */
export type Transport = {
  send: (request: RestRequest) => Promise<RawAnswer>
  close: () => void
}

/** Instead of connections and time, as tests need them. */
export type RestTools = { transport?: Transport | undefined; pacing?: Pacing | undefined }

/** An answer of any source is far smaller. */
const largestAnswerBytes = 64 * 1024 * 1024

/** The answer is larger than any of a source is. Not asked for again. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/** Connections by https to hosts whose certificates are verified. Redirects are answers like others. */
export function httpsTransport(ca: string | undefined): Transport {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 2,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca: [...certificatesIn(ca)] }),
  })
  return { send: (wanted) => sendTraced(agent, wanted), close: () => agent.destroy() }
}

function sendTraced(agent: Agent, wanted: RestRequest): Promise<RawAnswer> {
  const facts = { 'server.address': wanted.url.hostname }
  return traced(`${wanted.method} of a vendor`, facts, () => send(agent, wanted))
}

function send(
  agent: Agent,
  { method, url, headers, body, signal }: RestRequest,
): Promise<RawAnswer> {
  const host = hostOf(url)
  requireAddress(host)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const sent = request(url, {
    agent,
    method,
    signal,
    lookup: checkedLookup,
    headers: {
      ...headers,
      ...currentTracer()?.header(),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  })
  sent.on('error', reject)
  sent.on('response', (response) => void readAnswer(response).then(resolve, reject))
  sent.end(body)
  return promise
}

async function readAnswer(response: IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > largestAnswerBytes) throw new AnswerTooLarge('the answer is too large')
    chunks.push(bytes)
  }
  const headers = Object.entries(response.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  )
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), text }
}
