/** One physical line without its ending; `text` is null where the line was over the limit. */
export type Line = { line: number; text: string | null }

export type LineSplitter = {
  /** The lines that this chunk completes. */
  push: (chunk: string) => Line[]
  /** The last line, if the text did not end with a line break. */
  end: () => Line[]
}

/** Cuts text into lines at LF or CRLF, holding at most `maxChars` of an unfinished one. */
export function createLineSplitter(maxChars: number): LineSplitter {
  let rest = ''
  let tooLong = false
  let line = 0

  function finish(text: string): Line {
    line += 1
    const over = tooLong || text.length > maxChars
    tooLong = false
    return { line, text: over ? null : text.endsWith('\r') ? text.slice(0, -1) : text }
  }

  function push(chunk: string): Line[] {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      lines.push(finish(rest + chunk.slice(start, end)))
      rest = ''
      start = end + 1
    }
    rest += chunk.slice(start)
    if (rest.length > maxChars) {
      tooLong = true
      rest = ''
    }
    return lines
  }

  return { push, end: () => (rest === '' && !tooLong ? [] : [finish(rest)]) }
}

/** Limits of one record whose quoted cells hold line breaks; beyond them a quote was left open. */
const maxLines = 100
export const maxChars = 256 * 1024

/** The lines of one record of CSV. It is complete where its quotes are closed. */
export type LineGroup = { lines: readonly Line[]; isComplete: boolean }

export function nextGroup(lines: readonly Line[], at: number): LineGroup {
  let isOpen = false
  let chars = 0
  for (let end = at; end < lines.length && end < at + maxLines; end += 1) {
    const text = lines[end]?.text ?? null
    const isOver = text === null || (chars += text.length) > maxChars
    if (text !== null && countQuotes(text) % 2 === 1) isOpen = !isOpen
    const isComplete = text !== null && !isOpen
    if (isComplete || isOver) return { lines: lines.slice(at, end + 1), isComplete }
  }
  return { lines: lines.slice(at, at + maxLines), isComplete: false }
}

/** The next groups, `most` at most: those that are complete, or a single one that is not. */
export function nextGroups(lines: readonly Line[], at: number, most: number): LineGroup[] {
  const groups: LineGroup[] = []
  for (let next = at; next < lines.length && groups.length < most;) {
    const group = nextGroup(lines, next)
    if (!group.isComplete && groups.length > 0) break
    groups.push(group)
    if (!group.isComplete) break
    next += group.lines.length
  }
  return groups
}

/** Whether its end may be in the next chunk. */
export function isUnfinished({ lines, isComplete }: LineGroup): boolean {
  if (isComplete || lines.length >= maxLines) return false
  const chars = lines.reduce((sum, { text }) => sum + (text?.length ?? maxChars + 1), 0)
  return chars <= maxChars
}

export function textOf({ lines }: LineGroup): string {
  return lines.map(({ text }) => text ?? '').join('\n')
}

/** Blank, the line below the header of a printed table, or the count of rows below the last one. */
export function isNoRecord({ lines }: LineGroup): boolean {
  if (lines.every(({ text }) => text?.trim() === '')) return true
  const text = lines.length === 1 ? (lines[0]?.text ?? '').trim() : ''
  return (
    (text.includes('---') && /^[-+|:=\s]+$/.test(text)) ||
    /^\(?\d+ rows?(?: in set(?: \([\d.]+ sec\))?| affected| selected\.?)?\)?$/i.test(text)
  )
}

function countQuotes(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1
  return count
}
