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
