import { fold } from '../../engine/fold.ts'

/** The form in which two spellings of one value are one attribute: trimmed and folded. */
export function foldValue(value: string): string {
  return fold(value).trim()
}

/** Whether nothing of a value can be seen: it is empty once blanks and invisible characters are trimmed. */
export function isBlankValue(value: string): boolean {
  return /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(value)
}

/** `Human Resources` → `human-resources`; letters and digits of any script stay. At most 200 characters. */
export function attributeHandle(value: string): string {
  const folded = foldValue(value)
  const slug = folded.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return firstCharacters(slug === '' ? folded : slug, 200)
}

/** Never half of a surrogate pair. */
function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('')
}
