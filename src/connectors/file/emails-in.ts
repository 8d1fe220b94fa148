/**
 * The addresses of a cell, the primary one first: `Ada <ada@acme.example>`, `mailto:ada@acme.example`, several with
 * separators, or Exchange's `SMTP:ada@acme.example+smtp:a@acme.example`. None if anything else stands there.
 */
export function emailsIn(cell: string): string[] {
  const text = withoutInvisible(cell)
  const named = /^[^<>@]*<([^<>]+)>$/.exec(text)?.[1]
  // As Markdown writes it: `[ada@acme.example](mailto:ada@acme.example)`.
  const linked = /^\[[^\][]*\]\((mailto:[^()\s]+)\)$/i.exec(text)?.[1]
  const parts = (named ?? linked ?? text).split(/[;,|\s]+|\+(?=(?:smtp|x500|x400|sip|spo|eum):)/i)
  const found = parts.flatMap((part) =>
    part === '' || ofOtherKind.test(part) ? [] : [readPart(part)],
  )
  if (found.some(({ address }) => !isEmail(address))) return []
  const primary = found.filter(({ isPrimary }) => isPrimary)
  return [...new Set([...primary, ...found].map(({ address }) => address))]
}

/** The primary address of Exchange's list of typed addresses, `SMTP:ada@acme.example+smtp:a@acme.example`; undefined for any other text. */
export function primaryOfExchange(cell: string): string | undefined {
  const parts = cell.split(/[;,]\s*|\+(?=(?:smtp|x500|x400|sip|spo|eum):)/i)
  if (!parts.every((part) => /^(?:smtp|x500|x400|sip|spo|eum):/i.test(part))) return undefined
  const [primary, ...others] = parts.filter((part) => part.startsWith('SMTP:'))
  return others.length === 0 ? primary?.slice('SMTP:'.length) : undefined
}

/** Text from web pages and mails may have marks in an address that nobody sees. */
function withoutInvisible(text: string): string {
  return text.replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '').trim()
}

/** What Exchange lists beside the addresses of SMTP. */
const ofOtherKind = /^(?:x500|x400|sip|spo|eum):/i

function readPart(part: string): { address: string; isPrimary: boolean } {
  const address = part.replace(/^(?:mailto|smtp):/i, '').replace(/^<(.*)>$/, '$1')
  return { address, isPrimary: part.startsWith('SMTP:') }
}

/** One `@`, something before it, a dotted or single-label domain after it, no spaces or controls. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > 64) return false
  return (
    /^[^\s<>()[\],;:"\\\ufffd]+$/u.test(local) &&
    /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]*[\p{L}\p{N}\p{M}])?$/u.test(domain) &&
    !domain.includes('..')
  )
}
