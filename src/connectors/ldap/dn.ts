/**
 * A distinguished name as text that is the same for equal names: types and values in lower case, escapes resolved, blanks
 * collapsed. Names are compared by it, never sent.
 */
export function dnKey(dn: string): string {
  const at = dn.includes('\\') ? -1 : dn.search(/[,;]/)
  if (at < 1) return keysOf(dn).slice(1)
  const container = dn.slice(at + 1)
  let rest = containers.get(container)
  if (rest === undefined) {
    if (containers.size >= mostContainers) containers.clear()
    rest = keysOf(container)
    containers.set(container, rest)
  }
  return `${rdnKey(dn.slice(0, at))}${rest}`
}

/** What is left of a name without its first part, and the keys of that: most entries are beside others. */
const containers = new Map<string, string>()
const mostContainers = 1000

function keysOf(dn: string): string {
  return parts(dn, /(?:\\.|[^\\,;])+/gs)
    .map((rdn) => `\u0000${rdnKey(rdn)}`)
    .join('')
}

function rdnKey(rdn: string): string {
  return rdn.includes('+')
    ? parts(rdn, /(?:\\.|[^\\+])+/gs)
        .map(pairKey)
        .toSorted()
        .join('\u0001')
    : pairKey(rdn)
}

function parts(text: string, pattern: RegExp): readonly string[] {
  return text.match(pattern) ?? []
}

function pairKey(pair: string): string {
  const at = pair.indexOf('=')
  const type = pair.slice(0, Math.max(at, 0)).trim().toLowerCase()
  return `${type.replace(/^oid\./, '')}=${folded(unescaped(pair.slice(at + 1)))}`
}

function folded(value: string): string {
  return value.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

/** RFC 4514: `\2c` is a byte of UTF-8, `\,` the character itself. */
function unescaped(value: string): string {
  if (!value.includes('\\')) return value
  return value
    .replaceAll(/(?:\\[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'),
    )
    .replaceAll(/\\(.)/gs, '$1')
}
