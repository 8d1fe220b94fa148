/** C0 and C1 controls, bidi overrides and isolates, lone surrogates. */
const refusedCharacters =
  // Naming the control characters is the whole point of this pattern.
  // oxlint-disable-next-line eslint/no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u
const everyRefusedCharacter = new RegExp(refusedCharacters, 'gu')
const refusedRuns = new RegExp(`(?:${refusedCharacters.source})+`, 'gu')

/**
 * The first character that no string of this API may hold, as `U+0000`, or undefined when there is none. Text of
 * several lines, such as a description, may hold tabs and line ends.
 */
export function refusedCharacter(value: string, isMultiline = false): string | undefined {
  const text = isMultiline ? value.replace(/[\t\n\r]/g, ' ') : value
  const found = refusedCharacters.exec(text)?.[0].codePointAt(0)
  return found === undefined ? undefined : nameOf(found)
}

/** The text with `<U+001B>` in place of each character that no string of this API may hold. */
export function visible(value: string): string {
  return value.replaceAll(
    everyRefusedCharacter,
    (found) => `<${nameOf(found.codePointAt(0) ?? 0)}>`,
  )
}

/** JSON with `\\u009b` in place of those characters: a program reads the same, and a terminal obeys none. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    everyRefusedCharacter,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function nameOf(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}

/** At most that many characters, with an ellipsis where something was left out: for messages that quote input. */
export function clip(value: string, length = 80): string {
  return value.length <= length ? value : `${value.slice(0, length)}…`
}

/** One line of at most that many characters, with blanks in place of those that no string may hold: for text that a server chose. */
export function oneLine(text: string, length: number): string {
  return text.slice(0, length).replaceAll(refusedRuns, ' ').trim()
}

/** What a search compares, as the database's search_key: lower case, without accents. */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** `1 person`, `2 people`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
