import { badRequest, Problem } from './problem.ts'
import type { Protocol } from './protocol.ts'

const maximumDepth = 64
const maximumKeys = 1000
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Rules = Pick<Protocol, 'ignoresCaseOfKeys'>

/** Parses a body as strict JSON: UTF-8, no duplicate keys, bounded depth and width; 400 that says what is wrong. */
export function parseJsonBody(bytes: Buffer, protocol: Rules): unknown {
  const text = decodeUtf8(bytes)
  const value = parse(text)
  refuseDuplicateKeys(text, protocol)
  return value
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

/** Commas are left out: a long list would be one match for each of its items. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

/**
 * JSON.parse silently keeps the last of two equal keys; another reader of the same bytes may keep the first. The
 * text is valid JSON at this point, so a string followed by a colon is a key.
 */
function refuseDuplicateKeys(text: string, { ignoresCaseOfKeys }: Rules): void {
  const open: Set<string>[] = []
  let last = ''
  for (const [found] of text.matchAll(token)) {
    if (found === '{' || found === '[') {
      open.push(new Set())
      if (open.length > maximumDepth)
        throw badRequest(`The body is nested deeper than ${maximumDepth} levels.`)
    } else if (found === '}' || found === ']') open.pop()
    else if (found === ':') addKey(open.at(-1), last, ignoresCaseOfKeys)
    last = found
  }
}

function addKey(keys: Set<string> | undefined, quoted: string, ignoresCase: boolean): void {
  const key = String(JSON.parse(quoted))
  const name = ignoresCase ? key.toLowerCase() : key
  if (keys?.has(name)) {
    const other = ignoresCase ? ', with no regard to its case' : ''
    throw badRequest(`The body has the key ${JSON.stringify(key.slice(0, 80))} twice${other}.`)
  }
  if (key === '__proto__')
    throw new Problem(400, 'The body has the key "__proto__", which is not allowed.')
  keys?.add(name)
  if (keys !== undefined && keys.size > maximumKeys)
    throw badRequest(`The body has an object with more than ${maximumKeys} keys.`)
}
