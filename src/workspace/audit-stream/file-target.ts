import { open, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { endsInLine } from '../../audit/erasure-list.ts'
import { syncDirectory } from '../../database/embedded/data-directory.ts'
import type { AuditLogJson } from '../audit-log/schema.ts'
import { jsonLine } from './stream-lines.ts'
import type { StreamTarget } from './stream-target.ts'

const atOnce = { rows: 1, milliseconds: 0 }

const textOf = (rows: readonly AuditLogJson[], mostBytes: number) =>
  rows.map((row) => `${jsonLine(row, mostBytes)}\n`).join('')

/**
 * A file of NDJSON. Where another file has its name, as after a rotation, that one is written. Rows are settled once they are on
 * the disk.
 */
export function fileTarget(path: string, mostBytes: number): StreamTarget {
  let file: FileHandle | undefined
  const close = async () => {
    const former = file
    file = undefined
    await former?.close()
  }
  return {
    unsettled: atOnce,
    async write(rows) {
      if (file !== undefined && !(await isStill(file, path))) await close()
      file ??= await openEnd(path)
      await file.appendFile(textOf(rows, mostBytes))
    },
    settle: async () => file?.datasync(),
    close,
  }
}

/** At a line's beginning: one that a full disk or the end of the machine's power cut short is ended, and its row comes again. */
async function openEnd(path: string): Promise<FileHandle> {
  const before = await stat(path).catch(() => undefined)
  if (before !== undefined && !before.isFile()) throw new Error(`${path} is no file`)
  const file = await open(path, 'a+', 0o600)
  if (before === undefined) await syncDirectory(dirname(path))
  if (!(await endsInLine(file))) await file.appendFile('\n')
  return file
}

async function isStill(file: FileHandle, path: string): Promise<boolean> {
  const [own, named] = await Promise.all([file.stat(), stat(path).catch(() => undefined)])
  return named !== undefined && named.ino === own.ino && named.dev === own.dev
}

/** Standard output, among the lines of the log. Rows are settled once the system has them. */
export function outputTarget(mostBytes: number): StreamTarget {
  return {
    unsettled: atOnce,
    write: (rows) =>
      new Promise((resolve, reject) => {
        process.stdout.write(textOf(rows, mostBytes), (error) =>
          error ? reject(error) : resolve(),
        )
      }),
    settle: async () => undefined,
    close: async () => undefined,
  }
}
