import type { IncomingHttpHeaders } from 'node:http'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import type { FastifyReply } from 'fastify'
import Negotiator from 'negotiator'

/** In the order of preference where a client accepts them alike. */
const codings = ['zstd', 'br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Smaller answers are sent as they are: they fit in one packet. */
const smallestBytes = 1024

/** Brotli's default takes a hundred times as long for a quarter less, of 60 kB of a list of people. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** In threads of Node's pool, so that large bodies don't keep other requests waiting. */
const compressors = {
  zstd: promisify(zstdCompress),
  br: (bytes: string | Uint8Array) => promisify(brotliCompress)(bytes, brotli),
  gzip: promisify(gzip),
} satisfies Record<Coding, (bytes: string | Uint8Array) => Promise<Buffer>>

const streams: Readonly<Record<Coding, () => Transform & { flush: () => void }>> = {
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress(brotli),
  gzip: () => createGzip(),
}

/** Clients send one of a few headers. */
const chosen = new Map<string, Coding | undefined>()
const maximumChosen = 1000
const longestChosen = 200

/**
 * The coding for an answer of that many bytes (without them: a stream); undefined sends it as it is. So is what a page of another
 * origin asks a browser for: it could put guesses in the address, which the answer repeats beside what it can't read, and
 * learn from the length (BREACH).
 */
export function codingFor(headers: IncomingHttpHeaders, bytes = smallestBytes): Coding | undefined {
  const { 'accept-encoding': accepted, 'sec-fetch-site': site } = headers
  if (accepted === undefined || bytes < smallestBytes) return undefined
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined
  if (chosen.has(accepted)) return chosen.get(accepted)
  const coding = negotiate(accepted)
  if (chosen.size < maximumChosen && accepted.length <= longestChosen) chosen.set(accepted, coding)
  return coding
}

/** The option is not in the package's types. */
type Encodings = { encodings(all: string[], options: { preferred: string[] }): string[] }

function negotiate(accepted: string): Coding | undefined {
  const negotiator: Encodings = new Negotiator({ headers: { 'accept-encoding': accepted } })
  const [first] = negotiator.encodings([...codings], { preferred: [...codings] })
  return codings.find((each) => each === first)
}

export function compress(coding: Coding, body: string | Uint8Array): Promise<Buffer> {
  return compressors[coding](body)
}

export function compressStream(coding: Coding): Transform & { flush: () => void } {
  return streams[coding]()
}

/** A strong ETag names the bytes, so each coding has its own: `"3.0"` as gzip is `"3.0.gzip"`. A weak one names the content. */
export function codedEtag(etag: string, coding: Coding | undefined): string {
  return coding === undefined || etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}.${coding}"`
}

/** Sends the body of an answer that shows no secret. */
export async function sendCoded(
  reply: FastifyReply,
  body: string | Uint8Array,
  coding: Coding | undefined,
): Promise<FastifyReply> {
  if (coding === undefined) return reply.send(body)
  const coded = await compress(coding, body)
  return reply.header('content-encoding', coding).send(coded)
}
