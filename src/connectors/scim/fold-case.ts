import { fold } from '../../engine/fold.ts'

/**
 * The form in which texts compare that have no case. Texts whose upper or lower case is the same have the same form: to lower case
 * first, because the capital ẞ is its own upper case.
 */
export function foldCase(text: string): string {
  return fold(text.toLowerCase())
}
