const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text as the letters that a reader sees, with their accents and joined parts. */
export function letters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
