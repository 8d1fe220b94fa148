/**
 * A distinguished name as text that is the same for equal names: types and values in lower case, escapes resolved, blanks
 * collapsed. Names are compared by it, never sent.
 */
export function dnKey(dn: string): string {
  return parts(dn, /(?:\\.|[^\\,;])+/gs)
    .map((rdn) =>
      parts(rdn, /(?:\\.|[^\\+])+/gs)
        .map(pairKey)
        .toSorted()
        .join('\u0001'),
    )
    .join('\u0000')
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
  return value
    .replaceAll(/(?:\\[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'),
    )
    .replaceAll(/\\(.)/gs, '$1')
}
