import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'

/**
 * A row that was left out (`rejected`), or one that was taken with a remark (`note`). A remark without a line is about the
 * import as a whole.
 */
export type ReportLine = { line: number | null; kind: 'rejected' | 'note'; reason: string }

/** A list of rows as JSON lines, made when there is something to list. */
export type ReportFile = {
  write(line: ReportLine): Promise<void>
  /** @returns the path, or null when nothing was written */
  close(): Promise<string | null>
}

/** Begins a report at a path; what an earlier import left there goes. */
export async function openReport(path: string): Promise<ReportFile> {
  await rm(path, { force: true })
  let stream: WriteStream | undefined
  return {
    async write(line) {
      stream ??= await openStream(path)
      if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain')
    },
    async close() {
      if (stream === undefined) return null
      stream.end()
      await finished(stream)
      return path
    },
  }
}

/** Waits for the file, so that a path that can't be written is told of at once. */
async function openStream(path: string): Promise<WriteStream> {
  const stream = createWriteStream(path)
  await once(stream, 'open')
  return stream
}
