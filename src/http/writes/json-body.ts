import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { parseExactJson } from '../../contract/exact-json.ts'
import { endOfQuoted, exceededBound, type JsonBounds } from '../../contract/json-bounds.ts'
import { badRequest } from '../refusals/problem.ts'
import type { Protocol } from '../route/protocol.ts'

/** A megabyte of members of a group has 45,000 values. */
const bounds: JsonBounds = { levels: 64, keys: 1000, values: 50_000 }
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Rules = Pick<Protocol, 'ignoresCaseOfKeys' | 'keepsNumbers'>

/** Bytes of a body that cost as much as a plain request. */
const bytesOfOne = 64 * 1024

/** What the size of a body adds to the cost of its request. */
export function costOfBody({ body }: FastifyRequest): number {
  return Buffer.isBuffer(body) ? Math.floor(body.length / bytesOfOne) : 0
}

/** The body of a request, parsed now unless it was before: not before its caller is known to be allowed to send it. */
export function parsedBody(request: FastifyRequest, protocol: Rules): unknown {
  if (Buffer.isBuffer(request.body)) request.body = parseJsonBody(request.body, protocol)
  return request.body
}

/** {@link parsedBody} beforehand: of a long body each step has a turn of the event loop, and so has what follows. */
export async function parseInTurns(request: FastifyRequest, protocol: Rules): Promise<void> {
  const { body } = request
  if (!Buffer.isBuffer(body)) return
  if (body.length <= bytesOfOne) return void parsedBody(request, protocol)
  const text = boundedText(body)
  await nextTurn()
  const value = parse(text, protocol)
  await nextTurn()
  refuseDuplicateKeys(text, protocol)
  await nextTurn()
  request.body = value
}

/** Parses a body as strict JSON: UTF-8, no duplicate keys, bounded depth, width and count; 400 that says what is wrong. */
function parseJsonBody(bytes: Buffer, protocol: Rules): unknown {
  const text = boundedText(bytes)
  const value = parse(text, protocol)
  refuseDuplicateKeys(text, protocol)
  return value
}

const [quote, colon, openObject, closeObject] = [0x22, 0x3a, 0x7b, 0x7d]

/** What is said of a body that exceeds a bound. */
const tooMuch = {
  levels: `is nested deeper than ${bounds.levels} levels.`,
  keys: `has an object with more than ${bounds.keys} keys.`,
  values: `has more than ${bounds.values} values. Send it in parts.`,
}

function boundedText(bytes: Buffer): string {
  const text = decodeUtf8(bytes)
  const exceeded = exceededBound(text, bounds)
  if (exceeded !== undefined) throw badRequest(`The body ${tooMuch[exceeded]}`)
  return text
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
}

function parse(text: string, { keepsNumbers }: Rules): unknown {
  try {
    return keepsNumbers ? parseExactJson(text) : JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

/**
 * JSON.parse silently keeps the last of two equal keys; another reader of the same bytes may keep the first. The
 * text is valid JSON at this point, so a string followed by a colon is a key.
 */
function refuseDuplicateKeys(text: string, { ignoresCaseOfKeys }: Rules): void {
  const open: ObjectKeys[] = []
  let [start, end] = [0, 0]
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        start = index
        index = end = endOfQuoted(text, start)
        break
      case openObject:
        open.push({ first: undefined, all: undefined })
        break
      case closeObject:
        open.pop()
        break
      case colon:
        addKey(open.at(-1), keyOf(text.slice(start, end + 1)), ignoresCaseOfKeys)
        break
      default:
    }
  }
}

/** Most objects of a long list are small: a set for each would take longer than everything else. */
type ObjectKeys = { first: string | undefined; all: Set<string> | undefined }

function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

function addKey(keys: ObjectKeys | undefined, key: string, ignoresCase: boolean): void {
  if (keys === undefined) return
  const name = ignoresCase ? key.toLowerCase() : key
  if (keys.first === name || keys.all?.has(name) === true) {
    const other = ignoresCase ? ', with no regard to its case' : ''
    throw badRequest(`The body has the key ${JSON.stringify(key.slice(0, 80))} twice${other}.`)
  }
  if (keys.first === undefined) keys.first = name
  else (keys.all ??= new Set()).add(name)
}
