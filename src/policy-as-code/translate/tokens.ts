/** Part of the text of an expression. */
export type Token = { kind: 'word' | 'text' | 'number' | 'sign' | 'end'; text: string; at: number }

/** Says where an expression can't be read, and why. */
export class UnreadableExpression extends Error {}

const signs = /(?:&&|\|\||==|!=|<=|>=|[()[\]{},.!<>=+?:*/-])/y
const words = /-?[A-Za-z_$][\w$]*/y
const numbers = /-?\d+(?:\.\d+)?/y
const blanks = /\s+/y
const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”' }

/** `escape` takes away the meaning of the next character in a text. @throws UnreadableExpression */
export function tokensOf(text: string, escape: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    const blank = found(blanks, text, at).length
    if (blank > 0) at += blank
    else {
      const { length, ...token } = nextToken(text, at, escape)
      tokens.push(token)
      at += length
    }
  }
  return tokens
}

function nextToken(text: string, at: number, escape: string): Token & { length: number } {
  const quote = quotes[text.charAt(at)]
  if (quote !== undefined) return quoted(text, at, { quote, escape })
  for (const [kind, pattern] of [
    ['word', words],
    ['number', numbers],
    ['sign', signs],
  ] as const) {
    const part = found(pattern, text, at)
    if (part !== '') return { kind, text: part, at, length: part.length }
  }
  const char = JSON.stringify(text.charAt(at))
  throw new UnreadableExpression(`at ${at + 1}: ${char} means nothing here`)
}

function found(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** A text between quotes, and how long it is with them. */
function quoted(
  text: string,
  at: number,
  { quote, escape }: { quote: string; escape: string },
): Token & { length: number } {
  let content = ''
  for (let place = at + 1; place < text.length;) {
    const char = text.charAt(place)
    if (char === quote) return { kind: 'text', text: content, at, length: place + 1 - at }
    if (char !== escape) {
      content += char
      place += 1
    } else {
      const [whole, meaning] = escaped(text, place, escape)
      content += meaning
      place += whole.length
    }
  }
  throw new UnreadableExpression(`at ${at + 1}: a text has no end`)
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const codes = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/y

/** An escape in a text, and what it means. */
function escaped(text: string, at: number, escape: string): [whole: string, meaning: string] {
  const char = text.charAt(at + 1)
  if (escape === '`' || !/[A-Za-z0-9]/.test(char)) return [escape + char, char]
  codes.lastIndex = at
  const [whole, ...hex] = codes.exec(text) ?? []
  const code = hex.find((part) => part !== undefined)
  if (whole !== undefined && code !== undefined)
    return [whole, String.fromCharCode(Number.parseInt(code, 16))]
  const control = Object.hasOwn(controls, char) ? controls[char] : undefined
  if (control === undefined)
    throw new UnreadableExpression(`at ${at + 1}: the escape ${escape}${char} is not known`)
  return [escape + char, control]
}
