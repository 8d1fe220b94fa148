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
  for (let place = at + 1; place < text.length; place += 1) {
    const char = text.charAt(place)
    if (char === quote) return { kind: 'text', text: content, at, length: place + 1 - at }
    if (char === escape) place += 1
    content += char === escape ? text.charAt(place) : char
  }
  throw new UnreadableExpression(`at ${at + 1}: a text has no end`)
}
