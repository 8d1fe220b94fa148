import type { JsonValue } from './json.ts'

/**
 * Text of JSON that comes from elsewhere. A number whose digits would change as a floating-point number, such as the id
 * 9007199254740993 or `1.0`, stays the text that was written.
 */
export function parseExactJson(text: string): JsonValue {
  if (!mayChange(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: JsonValue, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && changes(context.source)
      ? context.source
      : value,
  )
}

/** Numbers of many digits, with a fraction or an exponent, and -0. Some are parts of texts. */
const unusual =
  /(?:^|["\s]:|[\s,[])(-?(?:\d{16}[\d.eE+-]*|\d+[.eE][\d.eE+-]*|0(?<=-0)(?![\d.eE])))/g

/** Looking at each number while it is parsed takes ten times as long, so that it is done where one changes only. */
function mayChange(text: string): boolean {
  for (const [, number = ''] of text.matchAll(unusual)) if (changes(number)) return true
  return false
}

function changes(number: string): boolean {
  return String(Number(number)) !== number || number.includes('e')
}
