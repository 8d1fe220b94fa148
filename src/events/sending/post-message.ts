import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { dayMilliseconds } from '../../contract/time.ts'
import { errorCode } from '../../database/failure.ts'
import { mayConnect } from '../../outgoing/allowed-address.ts'
import { checkedLookup, RefusedAddress } from '../../outgoing/checked-lookup.ts'
import { hostOf, isListed, portOf, type ListedHost } from '../../outgoing/listed-hosts.ts'
import { retryAfter } from '../../outgoing/retry-after.ts'

/** What came of a message. Nothing that the receiver said is kept: it may repeat names. */
export type Posted =
  | { isDelivered: true; status: number }
  | {
      isDelivered: false
      status: number | null
      error: string
      /** How long the receiver asks to wait. */
      retryAfterMilliseconds: number | null
    }

/** The connections to one receiver. */
export type Receiver = {
  post(
    message: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<Posted>
  close(): void
}

export const mostConnections = 8
const answerMilliseconds = 10_000
/** More of an answer is not read. */
const answerBytes = 1024

/** `hosts`: asked before each message, because the list may have become shorter. Addresses are checked at each connection. */
export function openReceiver(url: URL, hosts: readonly ListedHost[]): Receiver {
  const options = { keepAlive: true, maxSockets: mostConnections, lookup: checkedLookup }
  const isPlain = url.protocol === 'http:'
  const agent = isPlain
    ? new PlainAgent(options)
    : new Agent({ ...options, minVersion: 'TLSv1.2', rejectUnauthorized: true })
  const send = isPlain ? plainRequest : request
  return {
    async post({ headers, body }, signal) {
      const refusal = refusalOf(url, hosts)
      if (refusal !== undefined) return failed(refusal)
      const limit = AbortSignal.timeout(answerMilliseconds)
      const { promise, resolve } = Promise.withResolvers<Posted>()
      let answer: Posted | undefined
      const sent = send(url, {
        agent,
        method: 'POST',
        lookup: checkedLookup,
        signal: AbortSignal.any([signal, limit]),
        headers: {
          'content-type': 'application/cloudevents+json; charset=utf-8',
          ...headers,
          'content-length': Buffer.byteLength(body),
          'user-agent': 'muster',
        },
      })
      sent.on('response', (response) => {
        const posted = judge(response)
        answer = posted
        finish(response, () => resolve(posted))
      })
      // Once the head has come, it stands, even if the body never ends.
      sent.on('error', (error) => resolve(answer ?? failed(explain(error, limit))))
      sent.end(body)
      return promise
    },
    close: () => agent.destroy(),
  }
}

function refusalOf(url: URL, hosts: readonly ListedHost[]): string | undefined {
  const host = hostOf(url)
  if (!isListed(hosts, { host: url.hostname, port: portOf(url) }))
    return `Nothing may be sent to ${url.hostname}:${portOf(url)}: it is not in MUSTER_WEBHOOK_HOSTS`
  // An address needs no look-up, so that none would be checked.
  if (isIP(host) !== 0 && !mayConnect(host, host)) return refusedAddress
  return undefined
}

const refusedAddress =
  'The host has an address to which nothing is sent: link-local, multicast, unspecified, or of Muster’s own machine'

function judge({ statusCode: status = 0, headers }: IncomingMessage): Posted {
  if (status >= 200 && status < 300) return { isDelivered: true, status }
  const asked = retryAfter(headers['retry-after'], Date.now())
  const retryAfterMilliseconds =
    asked === null ? null : Math.min(Math.max(asked, 0), dayMilliseconds)
  const error =
    status >= 300 && status < 400
      ? `It answered ${status}, a redirect, which is not followed`
      : `It answered ${status}`
  return { isDelivered: false, status, error, retryAfterMilliseconds }
}

/** The connection is kept if the answer ends soon; else it is closed, and what came of the message stands. */
function finish(response: IncomingMessage, done: () => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > answerBytes) response.destroy()
  })
  response.on('error', done)
  response.on('close', done)
}

function explain(error: Error, limit: AbortSignal): string {
  if (limit.aborted) return 'It did not answer within 10 s'
  if (error instanceof RefusedAddress) return refusedAddress
  const code = errorCode(error) ?? ''
  if (code.startsWith('HPE_')) return 'The answer is no HTTP'
  return `The connection failed (${code || 'unknown'})`.slice(0, 300)
}

function failed(error: string): Posted {
  return { isDelivered: false, status: null, error, retryAfterMilliseconds: null }
}
