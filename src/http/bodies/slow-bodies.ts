import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../refusals/problem.ts'

/** How long bodies may take, in milliseconds. */
export type BodyTimes = {
  /** From the head of a request to the end of its body, unless it is a file. */
  whole: number
  /** Between two pieces of a file. */
  piece: number
}

export const usualBodyTimes: BodyTimes = { whole: 60_000, piece: 60_000 }

/** The longest that a file may take. A gigabyte at 300 kB a second arrives in an hour. */
export const longestRequestMilliseconds = 3_600_000

/** Refuses requests whose bodies arrive too slowly (408). Files have times of their own: they may be long. */
export function refuseSlowBodies(server: FastifyInstance, { whole }: BodyTimes): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) refuseAfter(whole, request)
    done()
  })
}

const stops = new WeakMap<object, () => void>()

/** The body is a file that is about to be read: its pieces have a time of their own. */
export function allowLongBody({ raw }: FastifyRequest): void {
  stops.get(raw)?.()
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** As node:http reports what is too slow for it. */
function refuseAfter(milliseconds: number, { raw, server: { server } }: FastifyRequest): void {
  if (raw.complete) return
  const refuse = () => server.emit('clientError', tooSlow(), raw.socket)
  const timer = setTimeout(refuse, milliseconds).unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
  stops.set(raw, stop)
}

function tooSlow(): Error & { code: string } {
  return Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}

/** The pieces of a file; 408 if the next one does not come in time. */
export async function* piecesInTime(
  body: Readable,
  { piece }: BodyTimes,
): AsyncGenerator<Uint8Array> {
  const late = Promise.withResolvers<never>()
  // It may be rejected while no one waits.
  late.promise.catch(() => undefined)
  const timer = setTimeout(() => late.reject(notInTime()), piece).unref()
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), late.promise])
      timer.refresh()
      if (next.done === true) return
      yield next.value
    }
  } finally {
    clearTimeout(timer)
  }
}

function notInTime(): Problem {
  const headers = { connection: 'close' }
  return new Problem(408, 'The rest of the file did not arrive in time.', { headers })
}
