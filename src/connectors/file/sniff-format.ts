import { createJsonSplitter } from './split-json.ts'

export const formats = ['jsonl', 'json', 'csv'] as const
export type Format = (typeof formats)[number]

/**
 * The format of an export, from the beginning of its text and, where that leaves a choice, from
 * its name (without `.gz`). A page such as `{"users": […]}` is `json` whatever the file is called.
 */
export function sniffFormat(head: string, name: string): Format {
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  const text = head.trimStart()
  const isLines = /\.(jsonl|ndjson)$/i.test(name)
  if (text.startsWith('[')) return isLines ? 'jsonl' : 'json'
  if (!text.startsWith('{')) return isLines ? 'jsonl' : /\.json$/i.test(name) ? 'json' : 'csv'
  const splitter = createJsonSplitter()
  splitter.push(text)
  if (splitter.sawEnvelope()) return 'json'
  return isLines || isOneValue(text.split('\n', 1)[0] ?? '') ? 'jsonl' : 'json'
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

function isOneValue(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
