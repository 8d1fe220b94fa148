import type { SearchEntry } from 'ldapts'

/** An entry as it was read. Names of attributes are not case-sensitive. */
export type LdapEntry = {
  dn: string
  /** The values as text; those that are no UTF-8 as base64. */
  texts(name: string): readonly string[]
  /** The first value as bytes. */
  bytes(name: string): Buffer | undefined
  /** The options of an attribute that came with some, such as `range=0-1499` of `member;range=0-1499`. */
  options(name: string): string | undefined
}

type Values = { texts: readonly string[]; buffers: readonly Buffer[] }

const none: Values = { texts: [], buffers: [] }

export function readEntry({ name, attributes }: SearchEntry): LdapEntry {
  const values = new Map<string, Values>()
  const options = new Map<string, string>()
  for (const { type, values: found } of attributes) {
    const [plain = '', ...rest] = type.toLowerCase().split(';')
    const buffers = found.map((value) => (typeof value === 'string' ? Buffer.from(value) : value))
    const texts = buffers.map(rest.includes('binary') ? inBase64 : textOf)
    // Active Directory sends `member` empty beside `member;range=…`.
    if (texts.length > 0 || !values.has(plain)) values.set(plain, { texts, buffers })
    if (rest.length > 0) options.set(plain, rest.join(';'))
  }
  const of = (attribute: string) => values.get(attribute.toLowerCase()) ?? none
  return {
    dn: name,
    texts: (attribute) => of(attribute).texts,
    bytes: (attribute) => of(attribute).buffers[0],
    options: (attribute) => options.get(attribute.toLowerCase()),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(value: Buffer): string {
  try {
    return utf8.decode(value)
  } catch {
    return inBase64(value)
  }
}

const inBase64 = (value: Buffer) => value.toString('base64')

/** The first value of the first of these attributes that has one. */
export function firstText(entry: LdapEntry, names: readonly string[]): string | undefined {
  for (const name of names) {
    const [text] = entry.texts(name)
    if (text !== undefined && text.trim() !== '') return text
  }
  return undefined
}
