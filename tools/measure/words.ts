/** Words of an eccentric voice, which docs/style.md replaces by plain ones. */
const tellTales =
  /\b(whoever|whom(ever)?|whatever|nobody|somebody|anew|by now|bears?|borne|tells? of|lets? go of|neither)\b/gi

/** `perThousand`: tell-tale words per 1,000 words. */
export type WordCount = { words: number; tellTales: number; perThousand: number }

/** Counts the words of prose, and the tell-tale ones among them. */
export function countWords(prose: string): WordCount {
  const words = prose.match(/[a-z][a-z'’-]*/gi)?.length ?? 0
  const found = prose.match(tellTales)?.length ?? 0
  return { words, tellTales: found, perThousand: words === 0 ? 0 : (found * 1000) / words }
}

/** A Markdown text without its code blocks. */
export function proseOfMarkdown(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
}
