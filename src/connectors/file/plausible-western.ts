const foreign = /[\u0080-\u{10ffff}]+/gu
const letter = /\p{L}/u
/** Signs that stand beside letters in Western text. */
const signs = /^[’‘“”„‚–—…·°®™´`«»\u00a0]+$/u
/**
 * Whether text that was decoded as Windows-1252 can have been written in it. Text in another encoding has signs within words,
 * capitals behind small letters, or long runs of accented letters.
 */
export function isPlausibleWestern(text: string): boolean {
  // The bytes that Windows-1252 does not have come out as controls.
  if (/[\u0080-\u009f]/u.test(text)) return false
  for (const match of text.matchAll(foreign)) {
    const before = text[match.index - 1] ?? ''
    const after = text[match.index + match[0].length] ?? ''
    if (!isPlausibleRun(match[0], before, after)) return false
  }
  return true
}

function isPlausibleRun(run: string, before: string, after: string): boolean {
  const chars = Array.from(run)
  const isLetters = chars.every((each) => letter.test(each) && !/[ªº]/u.test(each))
  if (isLetters) {
    const isCapital = /\p{Lu}/u.test(chars[0] ?? '')
    return chars.length <= 2 && !(isCapital && /\p{Ll}/u.test(before))
  }
  if (signs.test(run)) return true
  // `¡Hola!`, and what a Spanish spreadsheet writes in place of a value: `#¡VALOR!`.
  if (run === '¡') return !letter.test(before) && letter.test(after)
  // `Nº 7`, `3ª`, `€ 5`, `£20`: signs that stand at a number or alone.
  if (/^[ªº]$/u.test(run)) return /[\dNn.oa]/u.test(before)
  const outer = chars.filter((each) => !letter.test(each) && !signs.test(each))
  return outer.length === 0
    ? chars.length <= 3
    : !letter.test(before) && !letter.test(after) && chars.length === 1
}
