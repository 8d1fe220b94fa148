import type { JsonValue } from '../../contract/json.ts'
import { createJsonSplitter, isPage, nestedList } from './split-json.ts'

export const formats = ['jsonl', 'json', 'csv'] as const
export type Format = (typeof formats)[number]

/**
 * The format of an export, from the beginning of its text and, where that is ambiguous, from its name (without
 * `.gz`). A page such as `{"users": […]}` is `json` under any file name; a record that contains a list, such as
 * `{"name": "groups/1", "memberships": […]}`, is not a page.
 */
export function sniffFormat(head: string, name: string): Format {
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  const text = head.trimStart()
  const isLines = /\.(jsonl|ndjson)$/i.test(name)
  if (text.startsWith('[')) return isLines ? 'jsonl' : 'json'
  if (!text.startsWith('{')) return isLines ? 'jsonl' : /\.json$/i.test(name) ? 'json' : 'csv'
  const line = parseLine(text.split('\n', 1)[0] ?? '')
  if (line !== undefined) return isPage(line) || nestedList(line) !== null ? 'json' : 'jsonl'
  if (!isLines) return 'json'
  // The first line is longer than the head, or the file is a list in spite of its name.
  const splitter = createJsonSplitter()
  splitter.push(text)
  return splitter.sawEnvelope() ? 'json' : 'jsonl'
}

/** The delimiter that the first line with any has most of, outside quotes; a comma if none. */
export function sniffDelimiter(head: string): string {
  const named = /^sep=(.)\r?\n/i.exec(head)?.[1]
  if (named !== undefined) return named
  const header = head.trimStart().split('\n', 1)[0] ?? ''
  const bare = header.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: bare.split(mark).length - 1 }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}

function parseLine(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
