import { RE2JS } from 're2js'

/** Characters that a `matches` pattern may have. */
const maxPatternLength = 256

/** Parts of a pattern when `{n,m}` is written out: compiling and matching take time for each. */
const maxPatternSize = 1000

/** True where the pattern matches the whole text. */
export type Matcher = (text: string) => boolean

/**
 * Compiles a pattern in RE2 syntax, blind to case, that matches whole texts in time linear in their length.
 * Throws an Error with a message for people where it is too long, repeats too much, or is not RE2 syntax.
 */
export function compilePattern(pattern: string): Matcher {
  if (pattern.length > maxPatternLength) {
    throw new Error(`has ${pattern.length} characters; a pattern has at most ${maxPatternLength}`)
  }
  if (patternSize(pattern) > maxPatternSize)
    throw new Error(
      `comes to more than ${maxPatternSize} characters with its repetitions written out`,
    )
  const compiled = parse(pattern.normalize('NFC'))
  return (text) => compiled.testExact(text)
}

function parse(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    // The library quotes the pattern with the flag that we prepend, so it is removed.
    const reason = error instanceof Error ? error.message.replace('(?i)', '') : String(error)
    throw new Error(`is not a pattern in RE2 syntax: ${reason}`, { cause: error })
  }
}

const repetition = /\{(\d+)(,?)(\d*)\}/
const escaped = /\\(?:Q[^]*?(?:\\E|$)|[pP](?:\{[^}]*\}?|[A-Za-z])|x\{[^}]*\}?|[^])/
const characterClass = /\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]?/
const opening = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:?))?/
const anything = /[^]/
const parts = new RegExp(
  [repetition, escaped, characterClass, opening, anything].map(({ source }) => source).join('|'),
  'g',
)

/** How many characters, classes and the like a pattern has with its repetitions written out; at least as many as the compiled one. */
function patternSize(pattern: string): number {
  /** What comes before each open group, what comes before the last part in this one, and that part. */
  const before: number[] = []
  let [sum, last] = [0, 0]
  for (const [part, least, comma, most] of pattern.matchAll(parts)) {
    if (least !== undefined) {
      last *= Math.max(1, Number(least) + (comma === ',' && most === '' ? 1 : 0), Number(most))
      continue
    }
    sum += last
    if (part.startsWith('(')) {
      before.push(sum)
      sum = last = 0
    } else if (part === ')') {
      last = sum + 1
      sum = before.pop() ?? 0
    } else last = literalLength(part)
  }
  return before.reduce((total, each) => total + each, sum + last)
}

/** Only what `\Q…\E` quotes is more than one character. */
function literalLength(part: string): number {
  return part.startsWith('\\Q') ? part.length - 2 : 1
}
