/** The known names that share the most pairs of characters with what was written, the most similar first. */
export function nearest(written: string, known: readonly string[], atMost = 3): string[] {
  const pairs = pairsOf(written)
  return known
    .map((name) => {
      const others = pairsOf(name)
      const shared = pairs.intersection(others).size
      return { name, score: (2 * shared) / (pairs.size + others.size || 1) }
    })
    .filter(({ score }) => score > 0.3)
    .sort((a, b) => b.score - a.score)
    .slice(0, atMost)
    .map(({ name }) => name)
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from(text.slice(1), (_, index) => text.slice(index, index + 2)))
}
