import type { JsonValue } from '../../contract/json.ts'
import { isPage, nestedList } from './json-envelopes.ts'
import { JsonSplitter } from './split-json.ts'

export const formats = ['jsonl', 'json', 'csv', 'ldif'] as const
export type Format = (typeof formats)[number]

/**
 * The format of an export, from the beginning of its text and, where that is ambiguous, from its name (without
 * `.gz`). A page such as `{"users": […]}` is `json` under any file name; a record that contains a list, such as
 * `{"name": "groups/1", "memberships": […]}`, is not a page.
 */
export function sniffFormat(head: string, name: string): Format {
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  const text = head.trimStart()
  if (/\.ldif$/i.test(name) || /^(?:(?:version: *1|#.*)?\r?\n)*dn::? /i.test(text)) return 'ldif'
  const isLines = /\.(jsonl|ndjson)$/i.test(name)
  if (text.startsWith('['))
    return isLines && parseLine(text.split('\n', 1)[0] ?? '') !== undefined ? 'jsonl' : 'json'
  if (!text.startsWith('{')) return isLines ? 'jsonl' : /\.json$/i.test(name) ? 'json' : 'csv'
  const line = parseLine(text.split('\n', 1)[0] ?? '')
  if (line !== undefined) return isPage(line) || nestedList(line) !== null ? 'json' : 'jsonl'
  if (!isLines) return 'json'
  // The first line is longer than the head, or the file is a list in spite of its name.
  const splitter = new JsonSplitter()
  splitter.push(text)
  return splitter.sawEnvelope() ? 'json' : 'jsonl'
}

/** What stands between the cells of a line. */
const delimiters = [',', ';', '\t', '|', '^', '~'] as const

/** The delimiter of which most of the first lines have equally many outside quotes; a comma if there is none. */
export function sniffDelimiter(head: string): string {
  const named = /^sep=(.)\r?\n/i.exec(head)?.[1]
  if (named !== undefined) return named
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '')
  // Of a line whose cells are all quoted only the marks are left, which may be tabs.
  const lines = bare.split('\n', 30).filter((line) => /[^ \r]/.test(line))
  const marks = delimiters.map((mark) => regularity(lines, mark))
  const best = marks.reduce((one, other) =>
    other.lines > one.lines || (other.lines === one.lines && other.count > one.count) ? other : one,
  )
  return best.mark
}

type Regularity = { mark: string; lines: number; count: number }

/** How many lines have the most frequent count of a mark, and that count. Lines without it don't count. */
function regularity(lines: readonly string[], mark: string): Regularity {
  const byCount = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(mark).length - 1
    if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + 1)
  }
  let best = { mark, lines: 0, count: 0 }
  for (const [count, times] of byCount)
    if (times > best.lines || (times === best.lines && count > best.count))
      best = { mark, lines: times, count }
  return best
}

function parseLine(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
