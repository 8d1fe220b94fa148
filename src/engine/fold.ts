/** A value of a profile in the two forms in which it is tested. */
export interface ComparedText {
  /** In NFC, as `matches` tests it. */
  text: string
  /** The result of `fold`, for every other test of text. */
  folded: string
}

/**
 * The form in which texts are compared: NFC, then each code point to upper and then to lower case on its own, then NFC.
 * No neighbour of a letter makes a difference: a final sigma is a sigma, and ß is ss. Blanks are kept.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  // Sigma is the only letter whose lower case depends on its neighbours.
  const upper = text.normalize('NFC').toUpperCase().replaceAll('Σ', 'σ')
  return upper.toLowerCase().normalize('NFC')
}

/** A value as it is compared. */
export function comparedText(value: string): ComparedText {
  const text = value.normalize('NFC')
  const folded = fold(text)
  // One string in memory where both are the same.
  return { text, folded: folded === text ? text : folded }
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- All of ASCII is meant.
  return /^[\x00-\x7f]*$/.test(text)
}
