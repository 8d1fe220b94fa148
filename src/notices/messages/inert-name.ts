import { oneLine } from '../../contract/text.ts'

/** Characters that no one sees, but for blanks. */
const invisible =
  /\p{Cf}|\p{Variation_Selector}|[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0]/gu
const wordJoiner = '\u2060'

/**
 * A name, in quotation marks, as a message may have it: on one line, and without an address, a mention or an emoji that a client would
 * make of it. After each character that these need, it has one that no one sees.
 */
export function inertName(name: string): string {
  const line = oneLine(name.replaceAll(invisible, ''), 100)
  return `“${line.replaceAll(/[@#:./\\\uff0e\uff0f\uff1a\uff20\u3002\uff61](?=\S)/g, (found) => found + wordJoiner)}”`
}
