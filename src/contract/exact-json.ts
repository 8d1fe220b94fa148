import { endOfQuoted } from './json-bounds.ts'
import type { JsonValue } from './json.ts'

/**
 * Text of JSON that comes from elsewhere. A number whose digits would change as a floating-point number, such as the id
 * 9007199254740993 or `1.0`, stays the text that was written.
 */
export function parseExactJson(text: string): JsonValue {
  return JSON.parse(mayChange(text) ? withQuotes(text) : text)
}

/** Numbers of many digits, with a fraction or an exponent, and -0. Some are parts of texts. */
const unusual =
  /(?:^|["\s]:|[\s,[])(-?(?:\d{16}[\d.eE+-]*|\d+[.eE][\d.eE+-]*|0(?<=-0)(?![\d.eE])))/g

/** Looking at each number takes longer than parsing, so that it is done where one changes only. */
function mayChange(text: string): boolean {
  for (const [, number = ''] of text.matchAll(unusual)) if (changes(number)) return true
  return false
}

function changes(number: string): boolean {
  return String(Number(number)) !== number || number.includes('e')
}

const [quote, minus] = [0x22, 0x2d]
const numbers = /-?\d[\d.eE+-]*/y
const validNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** A number in the place of a key is no JSON, with quotes it would be. */
const beforeColon = /\s*:/y

/** The text with quotes around each number that changes; what is not JSON stays so. */
function withQuotes(text: string): string {
  const parts: string[] = []
  let copied = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfQuoted(text, index)
    else if (code === minus || (code >= 0x30 && code <= 0x39)) {
      const number = matchAt(numbers, text, index) ?? text.charAt(index)
      const end = index + number.length
      if (
        validNumber.test(number) &&
        changes(number) &&
        matchAt(beforeColon, text, end) === undefined
      ) {
        parts.push(text.slice(copied, index), `"${number}"`)
        copied = end
      }
      index = end - 1
    }
  }
  return parts.join('') + text.slice(copied)
}

function matchAt(pattern: RegExp, text: string, index: number): string | undefined {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0]
}
