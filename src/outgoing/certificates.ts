import { X509Certificate } from 'node:crypto'

/** The certificates of a PEM file, one by one. */
export function certificatesIn(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
}

/** Why a text is no list of certificates; undefined where it is one. */
export function certificatesFault(text: string): string | undefined {
  return isPem(text) ? undefined : 'must be certificates in PEM form'
}

function isPem(text: string): boolean {
  const blocks = certificatesIn(text)
  try {
    return blocks.length > 0 && blocks.every((block) => new X509Certificate(block).raw.length > 0)
  } catch {
    return false
  }
}
