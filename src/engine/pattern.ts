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

const escaped = /\\(?:Q[^]*?(?:\\E|$)|[pP](?:\{[^}]*\}?|[A-Za-z])|x\{[^}]*\}?|[^])/y
const characterClass = /\[\^?\]?(?:\[:\^?\w+:\]|\\(?:Q[^]*?(?:\\E|$)|[^])|[^\]\\])*\]?/y
const opening = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:?))?/y
const repetition = /\{(\d+)(?:(,)(\d*))?\}/y

/** How many characters, classes and the like a pattern has with its repetitions written out; at least as many as the compiled one. */
function patternSize(pattern: string): number {
  const groups = [0]
  let last = 0
  const add = (size: number) => {
    groups.push((groups.pop() ?? 0) + last)
    last = size
  }
  for (let index = 0; index < pattern.length;) {
    const counts = matchAt(repetition, pattern, index)
    const whole =
      counts ?? matchAt(escaped, pattern, index) ?? matchAt(characterClass, pattern, index)
    const opened = matchAt(opening, pattern, index)
    if (counts !== undefined) last *= repeats(counts)
    else if (opened !== undefined) {
      add(0)
      groups.push(0)
    } else if (pattern[index] === ')') {
      add(0)
      last = groups.length > 1 ? (groups.pop() ?? 0) + 1 : 1
    } else add(whole === undefined ? 1 : Math.max(1, literalLength(whole[0])))
    index += (whole ?? opened)?.[0].length ?? 1
  }
  return groups.reduce((sum, size) => sum + size, last)
}

function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | undefined {
  expression.lastIndex = index
  return expression.exec(text) ?? undefined
}

function repeats([, least = '', comma, most = '']: RegExpExecArray): number {
  return Math.max(1, Number(least) + (comma !== undefined && most === '' ? 1 : 0), Number(most))
}

/** Only what `\Q…\E` quotes is more than one character. */
function literalLength(whole: string): number {
  return whole.startsWith('\\Q') ? whole.length - 2 : 1
}
