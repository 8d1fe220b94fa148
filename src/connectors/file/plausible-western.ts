const foreign = /[\u0080-\u{10ffff}]+/gu
const letter = /\p{L}/u
/** Signs that stand beside letters in Western text. */
const signs = /^[’‘“”„‚–—…·°®™´`«»\u00a0]+$/u
/** Letters of Icelandic, at whose places Windows-1254 has those of Turkish. */
const icelandic = /[þðÞÐ]/u
/** Czech in Windows-1250 has ø for ř, beside letters that Danish and Norwegian do not have. */
const czech = /[šžìýù]/iu
/**
 * Neighbours of Windows-1250: Czech `Pøíjmení` and `Nìmec`, Croatian `Petroviæ` and `Kovaè`, Romanian `Crãciun`; but not Faroese
 * `Sørvágur`, Gaelic `Mìcheal`, Vietnamese `Bình` and Latin `Mariæ`.
 */
const central =
  /ø[áíý]|[áíý]ø|[bdfmnptv]ì(?!cheal|nh)\p{L}|(?<!\bmar)iæ(?!\p{L})|aè(?!\p{L})|ã[bcdfghjklmnpqrtvx]/iu
/** Hungarian in Windows-1250 or ISO-8859-2 has õ for ő and û for ű; of other accented letters it has only these. */
const hungarian = /õ(?!e)|û/iu
const besideHungarian = /[áíóú]/iu
const notHungarian = /[^\P{L}\p{ASCII}áéíóöõúüû]/iu

/**
 * Whether text that was decoded as Windows-1252 can have been written in it. Text in another encoding has signs within words,
 * capitals behind small letters, or long runs of accented letters.
 */
export function isPlausibleWestern(text: string): boolean {
  if (isHungarian(text)) return false
  if (central.test(text)) return false
  if (icelandic.test(text) || (/ø/iu.test(text) && czech.test(text))) return false
  // The bytes that Windows-1252 does not have come out as controls.
  if (/[\u0080-\u009f]/u.test(text)) return false
  for (const match of text.matchAll(foreign)) {
    const before = text[match.index - 1] ?? ''
    const after = text[match.index + match[0].length] ?? ''
    if (!isPlausibleRun(match[0], before, after)) return false
  }
  return true
}

/** Both kinds of letters stand in one line: those of one person. */
function isHungarian(text: string): boolean {
  if (notHungarian.test(text) || !hungarian.test(text)) return false
  return text.split('\n').some((line) => hungarian.test(line) && besideHungarian.test(line))
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
