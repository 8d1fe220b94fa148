/** A line that both texts have (` `), or only the former (`-`) or the latter (`+`). */
type DiffLine = { mark: ' ' | '-' | '+'; text: string }

const context = 3
/** Beyond this many comparisons the whole middle counts as changed. */
const maximumCells = 4_000_000

/**
 * The lines that differ, each with up to three lines of context; `…` replaces the others. Empty without a
 * difference.
 */
export function diffLines(before: string, after: string): string[] {
  if (before === after) return []
  const lines = compare(linesOf(before), linesOf(after))
  const shown = new Set<number>()
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue
    for (let near = index - context; near <= index + context; near++) shown.add(near)
  }
  return lines.flatMap(({ mark, text }, index) => {
    if (shown.has(index)) return [`${mark} ${text}`.trimEnd()]
    return shown.has(index - 1) && index < lines.length - 1 ? ['…'] : []
  })
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.trimEnd().split('\n')
}

const same = (text: string): DiffLine => ({ mark: ' ', text })

function compare(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  return [
    ...before.slice(0, start).map(same),
    ...compareMiddles(
      before.slice(start, before.length - end),
      after.slice(start, after.length - end),
    ),
    ...before.slice(before.length - end).map(same),
  ]
}

/** By the longest common subsequence. */
function compareMiddles(before: readonly string[], after: readonly string[]): DiffLine[] {
  const width = after.length + 1
  const isHuge = before.length * width > maximumCells
  const common = isHuge ? new Uint16Array() : commonLengths(before, after)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  const lines: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const [old = '', fresh = ''] = [before[row], after[column]]
    const isBoth = row < before.length && column < after.length
    if (isBoth && !isHuge && old === fresh) {
      lines.push({ mark: ' ', text: old })
      row++
      column++
    } else if (row < before.length && (!isBoth || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: '-', text: old })
      row++
    } else {
      lines.push({ mark: '+', text: fresh })
      column++
    }
  }
  return lines
}

/** How long the longest common subsequence of the rests from each pair of places is. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const here = row * width + column
      common[here] =
        before[row] === after[column]
          ? 1 + (common[here + width + 1] ?? 0)
          : Math.max(common[here + width] ?? 0, common[here + 1] ?? 0)
    }
  }
  return common
}
