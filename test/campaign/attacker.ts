// A process of its own, so that the client that measures does not wait for it. Each message starts one attack.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request of an attack. A text is sent as it is, in Latin-1 where `isBytes`. */
export type AttackRequest = {
  method: string
  path: string
  token?: string
  body?: string | object
  isBytes?: boolean
  headers?: Record<string, string>
  /** So many copies of it are sent in one packet. */
  packed?: number
  /** So many clients repeat it; one without it. */
  clients?: number
  /** The body is sent, or the answer read, in pieces with pauses; `half`: the client leaves within the answer. */
  pace?: 'slow-body' | 'slow-answer' | 'half'
}

/** Requests by their names. */
export type Attack = Record<string, AttackRequest>

/** Attacks by their names come first, because they are long; then which of them to repeat until `end` (milliseconds since 1970). */
export type Order =
  | { attacks: Record<string, Attack> }
  | { end: number; origin: string; name: string }

/** For each kind of request, how often each status came; 0 where the connection was cut. */
export type Statuses = Record<string, Record<number, number>>

const agent = new Agent({ keepAlive: true, maxSockets: 500 })
const pauseMilliseconds = 50
const pieces = 20

function bytesOf({ body, isBytes }: AttackRequest): Buffer | undefined {
  if (body === undefined) return undefined
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return Buffer.from(text, isBytes === true ? 'latin1' : 'utf8')
}

function headersOf({ path, token, headers }: AttackRequest, body: Buffer | undefined) {
  const type = path.startsWith('/scim/') ? 'application/scim+json' : 'application/json'
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': type, 'content-length': String(body.length) }),
    ...headers,
  }
}

async function send(origin: string, sent: AttackRequest, body: Buffer | undefined) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = headersOf(sent, body)
  const outgoing = httpRequest(origin + sent.path, { agent, method: sent.method, headers }, resolve)
  outgoing.on('error', reject)
  if (sent.pace === 'slow-body' && body !== undefined) {
    const size = Math.ceil(body.length / pieces)
    for (let at = 0; at < body.length && !outgoing.destroyed; at += size) {
      outgoing.write(body.subarray(at, at + size))
      await sleep(pauseMilliseconds)
    }
    outgoing.end()
  } else outgoing.end(body)
  const answer = await promise
  for await (const _chunk of answer) {
    if (sent.pace === 'half') break
    if (sent.pace === 'slow-answer') await sleep(pauseMilliseconds)
  }
  return answer.statusCode ?? 0
}

/** All copies in one packet. @returns the statuses of the answers that came before the connection ended */
async function sendPacked(origin: string, sent: AttackRequest, body: Buffer | undefined) {
  const { hostname, port } = new URL(origin)
  const { method, path, packed = 1 } = sent
  const headers = Object.entries({ host: hostname, ...headersOf(sent, body) })
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const one = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
  const socket = connect(Number(port), hostname)
  socket.write(Buffer.concat(Array.from({ length: packed }, () => one)))
  const statuses: number[] = []
  let rest = ''
  for await (const chunk of socket) {
    const text = rest + String(chunk)
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(Number(status))
    rest = text.slice(text.lastIndexOf('\n') + 1)
    if (statuses.length >= packed) break
  }
  return statuses
}

/** Sends one request after another, for any answers, until the time is up. */
async function repeat({ end, origin }: { end: number; origin: string }, sent: AttackRequest) {
  const statuses: Record<number, number> = {}
  const body = bytesOf(sent)
  const client = async () => {
    while (Date.now() < end) {
      const work =
        sent.packed === undefined
          ? send(origin, sent, body).then((status) => [status])
          : sendPacked(origin, sent, body)
      // What the server cuts is an answer too.
      const found = await work.catch(() => [0])
      for (const status of found) statuses[status] = (statuses[status] ?? 0) + 1
      if (found.includes(0)) await sleep(pauseMilliseconds)
    }
  }
  await Promise.all(Array.from({ length: sent.clients ?? 1 }, client))
  return statuses
}

let attacks: Record<string, Attack> = {}

async function run(until: { end: number; origin: string; name: string }): Promise<Statuses> {
  const requests = Object.entries(attacks[until.name] ?? {})
  const found = requests.map(async ([kind, request]) => [kind, await repeat(until, request)])
  return Object.fromEntries(await Promise.all(found))
}

// An attacker has a machine of its own. Here it gets the processor time that the server and its database leave.
setPriority(19)
process.on('message', (order: Order) => {
  if ('attacks' in order) ({ attacks } = order)
  else void run(order).then((statuses) => process.send?.(statuses))
})
