import { RE2JS } from 're2js'

/** Characters that a `matches` pattern may have. */
const maxPatternLength = 256

/** True where the pattern matches the whole text. */
export type Matcher = (text: string) => boolean

/**
 * Compiles a pattern in RE2 syntax, blind to case, that matches whole texts in time linear in their length.
 * Throws an Error with a message for people where it is too long or is not RE2 syntax.
 */
export function compilePattern(pattern: string): Matcher {
  if (pattern.length > maxPatternLength) {
    throw new Error(`has ${pattern.length} characters; a pattern has at most ${maxPatternLength}`)
  }
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
