import { RE2JS } from 're2js'

/** Characters that a `matches` pattern may have. */
const maxPatternLength = 256

/** Parts of a pattern when `{n,m}` is written out: compiling and matching take time for each. */
const maxPatternSize = 1000

/** True where the pattern matches the whole text. */
export type Matcher = (text: string) => boolean

/** Why a pattern is refused, or null. To find out takes milliseconds, so it is remembered. */
const verdicts = new Map<string, string | null>()
const maximumVerdicts = 20_000

/** Whether it is known without compiling if the pattern is refused. */
export function isJudged(pattern: string): boolean {
  return verdicts.has(pattern)
}

/** Remembers what another thread found, or that the pattern was accepted when it was stored. */
export function rememberVerdict(pattern: string, refusal: string | null): void {
  if (verdicts.size >= maximumVerdicts) verdicts.clear()
  verdicts.set(pattern, refusal)
}

/** Why the pattern is refused: it is too long, repeats too much, or is not RE2 syntax. Null if it is not. */
export function judgePattern(pattern: string): string | null {
  const known = verdicts.get(pattern)
  if (known !== undefined) return known
  const refusal = exceededSize(pattern) ?? syntaxFault(pattern)
  rememberVerdict(pattern, refusal)
  return refusal
}

/**
 * A pattern in RE2 syntax, blind to case, that matches whole texts in time linear in their length. It is compiled when the first
 * text comes. Throws an Error with a message for people where {@link judgePattern} refuses it.
 */
export function compilePattern(pattern: string): Matcher {
  const refusal = judgePattern(pattern)
  if (refusal !== null) throw new Error(refusal)
  let compiled: RE2JS | undefined
  return (text) => (compiled ??= compile(pattern)).testExact(text)
}

function exceededSize(pattern: string): string | null {
  if (pattern.length > maxPatternLength)
    return `has ${pattern.length} characters; a pattern has at most ${maxPatternLength}`
  if (patternSize(pattern) > maxPatternSize)
    return `comes to more than ${maxPatternSize} characters with its repetitions written out`
  return null
}

function compile(pattern: string): RE2JS {
  return RE2JS.compile(pattern.normalize('NFC'), RE2JS.CASE_INSENSITIVE)
}

function syntaxFault(pattern: string): string | null {
  try {
    compile(pattern)
    return null
  } catch (error) {
    // The library quotes the pattern with the flag that we prepend, so it is removed.
    const reason = error instanceof Error ? error.message.replace('(?i)', '') : String(error)
    return `is not a pattern in RE2 syntax: ${reason}`
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
export function patternSize(pattern: string): number {
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
