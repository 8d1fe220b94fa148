import { structuredPatch } from 'diff'

/** Comparing texts that differ by more lines takes seconds, and the result is too long to read. */
const maxEditLength = 1000

/**
 * The lines that differ, marked with `-` or `+`, each with up to three lines of context; `…` replaces the others. Texts
 * that differ in very many lines are listed whole. Empty without a difference.
 */
export function diffLines(before: string, after: string): string[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const options = { context: 3, maxEditLength }
  const patch = structuredPatch('', '', joined(old), joined(fresh), '', '', options)
  if (patch === undefined)
    return [...old.map((line) => `- ${line}`), ...fresh.map((line) => `+ ${line}`)]
  return patch.hunks.flatMap(({ lines, oldStart, oldLines }) => {
    const isLast = oldStart + oldLines > old.length
    const shown = lines.map((line) => `${line.slice(0, 1)} ${line.slice(1)}`.trimEnd())
    return shown.concat(isLast ? [] : ['…'])
  })
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.trimEnd().split('\n')
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
