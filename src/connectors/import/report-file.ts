import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm, truncate } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { UnknownValue } from '../file/read-state.ts'

/**
 * A row that was left out (`rejected`), or one that was taken with a remark (`note`). A remark without a line is about the
 * import as a whole.
 */
export type ReportLine = { line: number | null; kind: 'rejected' | 'note'; reason: string }

const leftOutBefore = 'left out: '

/** The remark about a row that was left out on purpose. */
export function leftOutNote(reason: string): string {
  return `${leftOutBefore}${reason}`
}

/** Why the row was left out on purpose; null for other lines. */
export function reasonLeftOut({
  kind,
  reason,
}: Pick<ReportLine, 'kind' | 'reason'>): string | null {
  return kind === 'note' && reason.startsWith(leftOutBefore)
    ? reason.slice(leftOutBefore.length)
    : null
}

/** The remark about a value of a state that no one has given a meaning; `shown` is JSON, and may be cut off. */
export function unknownStateNote(path: string, shown: string): string {
  return `state has an unknown value at ${path}: ${shown}. The account stays what it was, and a new one has not begun: say in the mapping what the value means`
}

const unknownState = /^state has an unknown value at (.+?): ("(?:[^"\\]|\\.)*")\. The account stays/

/** The value of such a remark; null for other lines, and for one that is cut off. */
export function unknownStateIn(reason: string): UnknownValue | null {
  const [, path, shown] = unknownState.exec(reason) ?? []
  if (path === undefined || shown === undefined || shown.endsWith('…"')) return null
  return { path, value: String(JSON.parse(shown)) }
}

/** Reasons that are told of. */
export const mostLeftOut = 5

/** Lines that are kept of a run: rows with their reasons, and if there are more, how many. */
export const mostRunRows = 1000

/** A list of rows as JSON lines, created with its first line. */
export type ReportFile = {
  write(line: ReportLine): Promise<void>
  /** @returns a function that takes back everything written since, for work that may run again */
  mark(): () => Promise<void>
  /** @returns the path, or null when nothing was written */
  close(): Promise<string | null>
}

/** A report that no one reads. */
const nowhere: ReportFile = {
  write: async () => undefined,
  mark: () => async () => undefined,
  close: async () => null,
}

/** Opens a report at a path; the report of an earlier import is deleted. */
export async function openReport(path: string | null): Promise<ReportFile> {
  if (path === null) return nowhere
  await rm(path, { force: true })
  let stream: WriteStream | undefined
  let bytes = 0
  const end = async () => {
    stream?.end()
    if (stream !== undefined) await finished(stream)
    stream = undefined
  }
  return {
    async write(line) {
      const text = `${JSON.stringify(line)}\n`
      stream ??= await openStream(path)
      bytes += Buffer.byteLength(text)
      if (!stream.write(text)) await once(stream, 'drain')
    },
    mark() {
      const length = bytes
      return async () => {
        if (bytes === length) return
        await end()
        await (length === 0 ? rm(path) : truncate(path, length))
        bytes = length
      }
    },
    async close() {
      await end()
      return bytes === 0 ? null : path
    },
  }
}

/** Only its owner may read it, because reasons quote values. Waits for the file, so that a path that can't be written is told of at once. */
async function openStream(path: string): Promise<WriteStream> {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
  await once(stream, 'open')
  return stream
}
