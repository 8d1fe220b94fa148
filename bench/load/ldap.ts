import type { Protocol } from './protocol.ts'

export type LdapLoad = { protocol: 'ldap'; port: number; names: readonly string[] }

const tags = { integer: 2, text: 4, enumerated: 10, boolean: 1, sequence: 0x30 } as const
const operations = { search: 0x63, entry: 0x64, done: 0x65 } as const
const presentFilter = 0x87

/** LDAP v3, anonymous: reads of one entry by its distinguished name, with all its attributes (RFC 4511). */
export function ldapProtocol({ names }: LdapLoad): Protocol {
  return { requests: names.map(readOf), answerEnd, content: entryName }
}

function readOf(name: string): Buffer {
  const zero = Buffer.from([0])
  const search = element(operations.search, [
    element(tags.text, [Buffer.from(name)]),
    element(tags.enumerated, [zero]),
    element(tags.enumerated, [zero]),
    element(tags.integer, [zero]),
    element(tags.integer, [zero]),
    element(tags.boolean, [zero]),
    element(presentFilter, [Buffer.from('objectClass')]),
    element(tags.sequence, []),
  ])
  return element(tags.sequence, [element(tags.integer, [Buffer.from([1])]), search])
}

/** One BER element: a tag, a length (short form, or long in two bytes) and what is in it. */
function element(tag: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

type Span = { tag: number; start: number; end: number }

/** The element at `at`: its tag, and where its contents start and end; undefined while its length is not there. */
function elementAt(bytes: Buffer, at: number): Span | undefined {
  const first = bytes[at + 1]
  if (first === undefined) return undefined
  const digits = first < 128 ? 0 : first & 127
  if (bytes.length < at + 2 + digits) return undefined
  const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits)
  const start = at + 2 + digits
  return { tag: bytes[at] ?? 0, start, end: start + length }
}

function answerEnd(bytes: Buffer): number | undefined {
  for (let at = 0; ;) {
    const message = elementAt(bytes, at)
    if (message === undefined || message.end > bytes.length) return undefined
    const operation = operationOf(bytes, message)
    if (operation?.tag === operations.done) {
      const code = bytes[operation.start + 2]
      if (code !== 0 || at === 0) throw new Error(`slapd gave no entry (result code ${code})`)
      return message.end
    }
    at = message.end
  }
}

function operationOf(bytes: Buffer, message: Span): Span | undefined {
  const number = elementAt(bytes, message.start)
  return number && elementAt(bytes, number.end)
}

function entryName(answer: Buffer): Buffer {
  const message = elementAt(answer, 0)
  const entry = message && operationOf(answer, message)
  const name = entry && elementAt(answer, entry.start)
  return answer.subarray(name?.start, name?.end)
}
