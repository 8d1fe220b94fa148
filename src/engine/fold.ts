/** The form in which texts are compared: Unicode NFC, lower case. Blanks are left alone. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
