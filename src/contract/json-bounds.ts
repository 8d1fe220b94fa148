/** What JSON may have: levels, keys of one object, and values, lists and objects included. */
export type JsonBounds = { levels: number; keys: number; values: number }

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The bound that a text exceeds, if there is one. Parsing takes time and memory for each value and each level, so that a short
 * text could stop the server. This takes one pass and no memory. Text that is not JSON is counted as far as it looks like JSON.
 */
export function exceededBound(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  const commas: number[] = []
  const areKeys: boolean[] = []
  let [values, depth] = [1, 0]
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfQuoted(text, index)
        break
      case comma: {
        values += 1
        const before = (commas[depth] ?? 0) + 1
        commas[depth] = before
        if (areKeys[depth] === true && before >= bounds.keys) return 'keys'
        break
      }
      case openList:
      case openObject:
        values += 1
        depth += 1
        if (depth > bounds.levels) return 'levels'
        commas[depth] = 0
        areKeys[depth] = text.charCodeAt(index) === openObject
        break
      case closeList:
      case closeObject:
        depth = Math.max(0, depth - 1)
        break
      default:
    }
    if (values > bounds.values) return 'values'
  }
  return undefined
}

/** The index of the quote that ends the JSON string that begins at `start`; beyond the text if none does. */
export function endOfQuoted(text: string, start: number): number {
  let index = start + 1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    index += code === backslash ? 2 : 1
  }
  return index
}
